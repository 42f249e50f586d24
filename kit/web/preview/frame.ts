import type { PreviewCode } from './message.ts'

/** What the frame tells the page around it. */
export const TOLD = { error: 'previewError', blocked: 'previewBlocked' } as const

/** Where a linked script or style may come from: this origin, and hosts like cdn.example.com or *.example.com:8443. */
export interface Sources {
  origin: string
  hosts: readonly string[]
}

/** The address of a link without its query when it may be loaded, else null. */
function allowed(link: string, { origin, hosts }: Sources): URL | null {
  const url = URL.parse(link, origin)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const known = hosts.some((host) =>
    host.startsWith('*.') ? url.host.endsWith(host.slice(1)) : url.host === host,
  )
  return known || url.origin === origin ? url : null
}

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
/** A source of a policy: the signs that would end it are written out. */
const source = (url: URL): string =>
  `${url.origin}${url.pathname}`.replaceAll(';', '%3B').replaceAll(',', '%2C').replaceAll("'", '%27')
/** A closing tag inside the code must not end the element it stands in. */
const inside = (code: string): string => code.replace(/<(?=\/(script|style)|!--)/gi, '<\\')

const DIALOG_CSS =
  'body{box-sizing:border-box;max-width:600px;margin:16px auto;padding:16px;border:1px solid #dcdfe6;border-radius:8px}'

// First in the page, so that nothing goes wrong before it listens.
const TELL = `(() => {
  const tell = (type, text) => parent.postMessage({ type, text: String(text).slice(0, 500) }, '*')
  addEventListener('error', (event) => { if (event.message) tell('${TOLD.error}', event.message) })
  addEventListener('unhandledrejection', (event) => tell('${TOLD.error}', event.reason?.message ?? event.reason))
  addEventListener('securitypolicyviolation', (event) => tell('${TOLD.blocked}', event.blockedURI))
})()`

/**
 * The document of a sandboxed frame: its policy lets the code run and nothing leave. `blocked` are the links that were
 * left out. Platform §7.3.
 */
export function frameDocument(code: PreviewCode, sources: Sources): { html: string; blocked: string[] } {
  const sorted = (links: readonly string[]) => {
    const urls = links.map((link) => allowed(link, sources))
    return { urls: urls.filter((url) => url !== null), blocked: links.filter((_, at) => urls[at] === null) }
  }
  const scripts = sorted(code.scripts)
  const styles = sorted(code.links)
  const policy = [
    "default-src 'none'",
    ['script-src', "'unsafe-inline'", ...scripts.urls.map(source)].join(' '),
    ['style-src', "'unsafe-inline'", ...styles.urls.map(source)].join(' '),
    'img-src data:',
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')
  const html = [
    '<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">`,
    `<script>${TELL}</script>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ...styles.urls.map((url) => `<link rel="stylesheet" href="${attribute(url.href)}">`),
    `<style>${inside(code.type === 'dialog' ? DIALOG_CSS + code.css : code.css)}</style></head>`,
    `<body>${code.html}`,
    ...scripts.urls.map((url) => `<script src="${attribute(url.href)}"></script>`),
    `<script>${inside(code.js)}</script></body></html>`,
  ].join('\n')
  return { html, blocked: [...scripts.blocked, ...styles.blocked] }
}
