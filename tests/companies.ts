// What the tests of parties begin with: companies that pass.
import type { TestApp } from '#app/testing.ts'

const SIGNS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
let made = 0

/** A credit code with its check character; another one each time. */
export function creditCode(): string {
  const body = `91350100M${String(++made).padStart(8, '0')}`
  let sum = 0
  let weight = 1
  for (const sign of body) {
    sum += SIGNS.indexOf(sign) * weight
    weight = (weight * 3) % 31
  }
  return body + SIGNS[(31 - (sum % 31)) % 31]
}

/** Gulou in Fuzhou. */
export const DISTRICT = 350102

/** A form of a company that passes, with name, code and phone of its own. */
export function companyForm(more: Record<string, unknown> = {}): Record<string, unknown> {
  const code = creditCode()
  return {
    orgName: `福州第${made}商行`,
    orgType: '1',
    channelIds: [1202, 1204],
    creditCode: code,
    licenceFile: [{ name: '营业执照.pdf', url: '/upload/licence.pdf', size: 1000 }],
    districtId: DISTRICT,
    address: '五四路1号',
    contactName: '张三',
    contactPhone: `138${String(10_000_000 + made)}`,
    ...more,
  }
}

/** Saves a company and, unless told otherwise, has it approved; answers its id. */
export async function openCompany(
  app: TestApp,
  token: string,
  more: Record<string, unknown> = {},
  { approve = true }: { approve?: boolean } = {},
): Promise<number> {
  const call = async (path: string, body: unknown) => {
    const answer = await app.request('POST', `/admin/system/org/${path}`, { token, body })
    if (answer.code !== 200) throw new Error(answer.body)
    return answer.data
  }
  const { id } = await call('save', { ...companyForm(more), ...(approve ? { submit: 1 } : {}) })
  if (approve) await call(`examine/${id}`, { id, auditStatus: 1 })
  return id
}
