/** What an application outside may be allowed to ask for. Orders §8. */
export const OPEN_SCOPES = [
  { value: 'order', label: '订单' },
  { value: 'refund', label: '售后' },
  { value: 'stock', label: '库存' },
  { value: 'member', label: '会员' },
  { value: 'marketing', label: '营销' },
  { value: 'content', label: '内容' },
  { value: 'visit', label: '访问' },
  { value: 'sap', label: 'SAP对接' },
  { value: 'bank', label: '银行对账' },
] as const
export type OpenScope = (typeof OPEN_SCOPES)[number]['value']
/** What a call below /open asks of an application: that it holds a scope; any: only that it is known. */
export type OpenNeed = OpenScope | 'any'

/** The permission code that stands for a scope; 'login', which everybody known holds, where no scope is asked for. */
export const openPermission = (need: OpenNeed): string => (need === 'any' ? 'login' : `open:${need}`)

/** Whether a call is asked by applications with a token of theirs, or by anybody, and not by staff. */
export const isOpenPath = (path: string): boolean => path.startsWith('/open/')
