import { createHash } from 'node:crypto'
import { settingsOf } from '#domains/settings/settings.door.ts'
import { randomToken } from '#kit/server/envelope.ts'
import { read, type Served } from '#kit/server/serve.ts'
import { refuse } from '#kit/shared/errors.ts'
import { pageConfig } from './account.calls.ts'
import { ticketOf } from './platform/platform.server.ts'
import { demandAccount, siteUrl, wechatForm } from './wechat.config.server.ts'

const NONCE_LENGTH = 16
const SCRIPTS = ['updateAppMessageShareData', 'updateTimelineShareData', 'scanQRCode', 'chooseImage']

/** The signature of a page for the platform's script. Platform §11.4. */
export function pageSignature(ticket: string, nonceStr: string, timestamp: number, url: string): string {
  const text = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`
  return createHash('sha1').update(text).digest('hex')
}

const hostOf = (url: string): string => URL.parse(url)?.host ?? ''

/** Only pages of this installation are signed: anybody may ask. */
export const servedPage: Served = read(pageConfig, async (db, _who, { url }, request) => {
  const { appId } = await demandAccount(db, 'wechat')
  const hosts = [hostOf(await siteUrl(db)), request.header('host')].filter((host) => host !== '')
  if (!hosts.includes(hostOf(url))) throw refuse('页面地址不在授权域名内', 'url')
  const nonceStr = randomToken().slice(0, NONCE_LENGTH)
  const timestamp = Math.floor(Date.now() / 1000)
  const signature = pageSignature(await ticketOf(db), nonceStr, timestamp, url)
  const { wechat_open_base } = await settingsOf(db, wechatForm)
  const openBase = wechat_open_base.replace(/\/+$/, '')
  return { appId, nonceStr, timestamp, signature, url, jsApiList: SCRIPTS, debug: false, openBase }
})
