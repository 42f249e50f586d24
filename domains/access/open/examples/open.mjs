// 获取访问令牌并查询当前应用。环境变量：BASE 系统地址，APP_KEY，APP_SECRET 应用密钥
import { createHmac, timingSafeEqual } from 'node:crypto'

const { BASE = '', APP_KEY = '', APP_SECRET = '' } = process.env
const hmac = (secret, text) => createHmac('sha256', secret).update(text).digest('hex')

async function call(path, options) {
  const response = await fetch(`${BASE}/api${path}`, options)
  const { code, message, data } = await response.json()
  if (code !== 200) throw new Error(`${code} ${message}`)
  return data
}

async function accessToken() {
  const timestamp = Math.floor(Date.now() / 1000)
  const sign = hmac(APP_SECRET, `${APP_KEY}\n${timestamp}`)
  const given = await call('/open/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ appKey: APP_KEY, timestamp, sign }),
  })
  // 令牌在 given.expiresIn 秒内有效，请保存后重复使用
  return given.accessToken
}

/** 收到推送时核对签名：body 为请求体原文，sign 为请求头 X-Sign */
export function isSigned(body, sign, webhookSecret) {
  const [right, given] = [Buffer.from(hmac(webhookSecret, body)), Buffer.from(sign)]
  return right.length === given.length && timingSafeEqual(right, given)
}

if (import.meta.main) {
  const info = await call('/open/app/info', { headers: { Authorization: `Bearer ${await accessToken()}` } })
  console.log(JSON.stringify(info))
}
