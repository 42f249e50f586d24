import { form, settingsOf } from '#domains/settings/settings.door.ts'
import { text } from '#kit/fields/shared.ts'
import type { Db } from '#kit/server/database.ts'
import { contextOf } from '#kit/server/points.ts'

export const sapForm = form(
  215,
  'SAP对接',
  1,
  {
    sap_url: text('SAP接口地址', {
      max: 200,
      pattern: /^https?:\/\/\S+$/,
      help: '接收推送的完整地址；留空时队列等待',
    }),
    sap_secret: text('SAP签名密钥', { max: 100, help: '报文的 HMAC-SHA256 签名随请求头 X-Sign 发出' }),
  },
  {
    secret: ['sap_secret'],
    sentTo: { sap_secret: 'sap_url' },
    check: (set) =>
      set.sap_url !== '' && set.sap_secret === ''
        ? [{ field: 'sap_secret', message: '请输入SAP签名密钥' }]
        : [],
  },
)

/**
 * Where SAP listens and what signs for us; null while no address is set. The address of the environment (TS_SAP_BASE) wins
 * over the form. Platform §14.2.
 */
export async function sapTarget(db: Db): Promise<{ url: URL; secret: string } | null> {
  const set = await settingsOf(db, sapForm)
  const address = contextOf(db).settings.sapBase ?? set.sap_url
  return address === '' ? null : { url: new URL(address), secret: set.sap_secret }
}
