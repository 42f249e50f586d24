import { isIP } from 'node:net'
import type { CallRequest } from '#kit/server/serve.ts'

/** What a session and the login log keep of a person's device. */
export interface Client {
  ip: string
  location: string
  device: string
  browser: string
  os: string
}

// The first that fits: many browsers name others beside themselves.
const BROWSERS: [RegExp, string][] = [
  [/MicroMessenger\/(\d+)/, '微信'],
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+)[^)]*Safari/, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]
const PRIVATE = /^(10\.|127\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd]|fe80:)/i

export function clientOf(request: Pick<CallRequest, 'ip' | 'userAgent'>): Client {
  const agent = request.userAgent
  const browser = BROWSERS.find(([pattern]) => pattern.test(agent))
  const version = browser === undefined ? '' : (browser[0].exec(agent)?.[1] ?? '')
  return {
    ip: request.ip,
    location: isIP(request.ip) > 0 && PRIVATE.test(request.ip) ? '内网' : '',
    device: /iPad|Tablet/.test(agent) ? '平板' : /Mobile|Android|iPhone/.test(agent) ? '手机' : '电脑',
    browser: browser === undefined ? '' : `${browser[1]} ${version}`.trim(),
    os: SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1] ?? '',
  }
}
