import { expect, test } from 'vitest'
import { frameDocument } from './frame.ts'
import { type PreviewCode, readRefresh, refreshMessage, TOO_LARGE, TOO_MANY_LINKS } from './message.ts'

const NOTHING: PreviewCode = { type: 'file', html: '', css: '', js: '', scripts: [], links: [] }
const SOURCES = { origin: 'https://admin.example.cn', hosts: ['cdn.example.com', '*.shop.example:8443'] }
const policyOf = (html: string): string => /content="([^"]*script-src[^"]*)"/.exec(html)?.[1] ?? ''

test('scripts and styles come from this origin and the named hosts alone', () => {
  const scripts = [
    '/theme/a.js?v=1',
    'https://cdn.example.com/b.js',
    'https://evil.cdn.example.com/c.js',
    'https://a.shop.example:8443/d.js',
    'https://a.shop.example/e.js',
    'javascript:alert(1)',
    'data:text/javascript,1',
  ]
  const { html, blocked } = frameDocument({ ...NOTHING, scripts }, SOURCES)
  expect(blocked).toEqual(scripts.filter((_, at) => [2, 4, 5, 6].includes(at)))
  expect(policyOf(html)).toContain(
    "script-src 'unsafe-inline' https://admin.example.cn/theme/a.js https://cdn.example.com/b.js https://a.shop.example:8443/d.js;",
  )
  expect(html).toContain('<script src="https://admin.example.cn/theme/a.js?v=1">')
  expect(policyOf(html)).toContain("connect-src 'none'")
})

test('an address cannot add to the policy, code cannot leave its element', () => {
  const links = ['https://cdn.example.com/a.css;script-src *', 'https://cdn.example.com/b,c.css']
  const code = { ...NOTHING, links, css: '</style><b>', js: 'const a = "</script><b>"; const b = "<!--"' }
  const { html } = frameDocument(code, SOURCES)
  expect(
    policyOf(html)
      .split(';')
      .filter((part) => part.trim().startsWith('script-src')),
  ).toHaveLength(1)
  expect(policyOf(html)).toContain('b%2Cc.css')
  expect(html).not.toContain('</style><b>')
  expect(html).not.toContain('</script><b>')
  expect(html).not.toContain('"<!--"')
})

test('a message is read as it is written; anything else is none, too much is told', () => {
  const code: PreviewCode = { ...NOTHING, type: 'dialog', html: '<p>页</p>', links: ['/a.css'] }
  expect(readRefresh(refreshMessage(code))).toEqual(code)
  for (const other of [null, 'refreshFrame', 1, {}, { type: 'refreshFrame' }, { type: 'other', data: {} }])
    expect(readRefresh(other)).toBe(null)
  expect(readRefresh({ type: 'refreshFrame', data: { html: 1, links: 'a', scripts: [2] } })).toEqual(NOTHING)
  expect(readRefresh(refreshMessage({ ...NOTHING, html: '页'.repeat(180_000) }))).toBe(TOO_LARGE)
  const many = Array.from({ length: 11 }, (_, n) => `/${n}.js`)
  expect(readRefresh(refreshMessage({ ...NOTHING, scripts: many }))).toBe(TOO_MANY_LINKS)
})
