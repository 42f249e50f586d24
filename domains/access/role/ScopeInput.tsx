import { idsOf } from '#kit/fields/refs/web.tsx'
import { refs } from '#kit/fields/shared.ts'
import { FieldCell, FieldInput } from '#kit/fields/web.tsx'
import type { CellProps, InputProps } from '#kit/web/fieldUi.ts'
import { refFacts } from '#kit/web/refs.ts'
import type { ScopeIds } from './role.entity.ts'

const LISTS = [
  { name: 'deptIds', field: refs('部门', 'dept') },
  { name: 'storeIds', field: refs('门店', 'store') },
  { name: 'warehouseIds', field: refs('仓库', 'warehouse') },
  { name: 'companyIds', field: refs('单位', 'company') },
  { name: 'supplierIds', field: refs('供应商', 'supplier') },
  { name: 'channelIds', field: refs('渠道', 'channel') },
] as const

/** Only what rooms of this installation keep can be listed. */
const listed = () => LISTS.filter(({ field }) => refFacts(field.ref) !== undefined)

const scopeOf = (value: unknown): ScopeIds => value ?? {}

/** 自定义范围: what a person sees, by departments, stores and so on. Platform §6.2. */
export function ScopeInput({ id, value, invalid, onChange }: InputProps) {
  const scope = scopeOf(value)
  return (
    <div className="k-grid">
      {listed().map(({ name, field }, at) => {
        // The label of the form leads to the first of them.
        const own = at === 0 ? id : `${id}-${name}`
        return (
          <div key={name}>
            <label htmlFor={own} className="k-hint">
              {field.label}
            </label>
            <FieldInput
              field={field}
              value={scope[name] ?? []}
              {...(own === undefined ? {} : { id: own })}
              invalid={invalid ?? false}
              onChange={(ids) => onChange({ ...scope, [name]: idsOf(ids) })}
            />
          </div>
        )
      })}
    </div>
  )
}

/** The same, only to be read. */
export function ScopeCell({ value, row }: CellProps) {
  const scope = scopeOf(value)
  return (
    <>
      {listed()
        .filter(({ name }) => (scope[name] ?? []).length > 0)
        .map(({ name, field }) => (
          <div key={name}>
            {field.label}：
            <FieldCell field={field} name={name} value={scope[name]} row={row} />
          </div>
        ))}
    </>
  )
}
