import { flag, ref, text } from '#kit/fields/shared.ts'

/** Who types a number that SAP usually gives. Catalog §6.2. */
export const TYPE_NUMBER = 'admin:system:org:partner:num'

const NUMBER_DIGITS = 10

/** The number of a partner at SAP: up to 10 digits, kept with leading zeros. Catalog §6.2. */
export function sapNumberField(label: string) {
  const field = text(label, {
    max: NUMBER_DIGITS,
    unique: true,
    search: true,
    width: 130,
    pattern: /^\d{1,10}$/,
    right: '1到10位数字，例：1000001',
    help: '留空由 SAP 回传；手工填写不足 10 位时前面补零',
  })
  return {
    ...field,
    schema: field.schema.transform(padded),
    patch: field.patch.transform((value) => (value === undefined ? undefined : padded(value))),
  }
}

const padded = (digits: string): string => (digits === '' ? '' : digits.padStart(NUMBER_DIGITS, '0'))

export const companyField = ref('所属单位', 'company', { required: true, filter: true, width: 180 })

/** Kept by the database beside companyId, so that one index finds partners by the name of their company too. */
export const companyNameField = text('单位名称', {
  max: 100,
  readOnly: true,
  search: true,
  form: false,
  list: false,
  port: false,
})

/** The one of its kind a company uses unless another is chosen. */
export const defaultField = flag('默认', { readOnly: true, initial: 0, width: 80 })

export const statusField = flag('状态', { initial: 1, texts: ['启用', '停用'], filter: true })

/** A code of SAP of at most so many signs. */
export function sapCode(label: string, max: number, facts: { required?: boolean } = {}) {
  return text(label, { ...facts, max, list: false, pattern: /^[A-Za-z0-9]+$/, right: '只能填写字母和数字' })
}
