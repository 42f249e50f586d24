/** The systems outside that the product talks to, as the log of calls names them. Platform §13.3. */
export const OUTSIDE_SYSTEMS = [
  '微信',
  '短信',
  '快递',
  'SAP',
  '平台服务',
  '应用推送',
  '支付',
  'Apple',
] as const
export type OutsideSystem = (typeof OUTSIDE_SYSTEMS)[number]
