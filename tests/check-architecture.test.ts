import { expect, test } from 'vitest'
import {
  checkCircles,
  checkExceptions,
  checkMigrations,
  checkPackages,
  checkSource,
} from '../scripts/check-architecture.ts'

function importing(specifier: string): string {
  return `import { something } from '${specifier}'\n`
}

test.each([
  ['kit/server/http.ts', '#domains/orders/orders.door.ts', 'the kit knows no domain'],
  ['kit/web/shell.tsx', '../../app/domains.ts', 'the kit knows no domain'],
  ['domains/orders/order.server.ts', '#app/server.ts', 'puts the domains together'],
  ['domains/orders/order.server.ts', '#domains/catalog/product.server.ts', 'entered by its door'],
  ['domains/orders/OrderList.tsx', '../catalog/ProductList.tsx', 'entered by its door'],
  ['domains/catalog/product.server.ts', '#domains/orders/orders.door.ts', 'lies above catalog'],
  ['domains/orders/order.server.ts', '#domains/unheard/unheard.door.ts', 'unheard has no layer'],
  ['domains/orders/OrderList.tsx', './order.server.ts', 'web code must not reach server code'],
  ['domains/orders/OrderList.tsx', '#domains/catalog/catalog.door.ts', 'web code must not reach server code'],
  ['domains/orders/orders.web.ts', '#kit/server/session.ts', 'web code must not reach server code'],
  ['kit/web/request.ts', 'node:crypto', 'web code must not reach server code'],
  ['kit/fields/money/web.tsx', './server.ts', 'web code must not reach server code'],
  ['domains/orders/order.entity.ts', './order.server.ts', 'runs in the browser too'],
  ['domains/orders/order.rules.ts', 'node:fs', 'runs in the browser too'],
  ['kit/shared/money.ts', '#kit/web/request.ts', 'runs on the server too'],
  ['kit/server/http.ts', '#kit/web/shell.tsx', 'the server has no screens'],
  ['domains/orders/order.server.ts', '#kit/shared/loose.ts', 'nothing is taken on trust'],
  ['app/server.ts', '../kit/shared/loose.ts', 'nothing is taken on trust'],
  ['domains/orders/pages.ts', './OrderList.tsx', 'when one is opened'],
  ['domains/orders/pages.ts', './order.calls.ts', 'neither calls nor entities'],
  ['domains/orders/pages.ts', './order.document.ts', 'neither calls nor entities'],
  ['domains/orders/OrderList.tsx', './pages.ts', 'load them at its start'],
  ['domains/orders/orders.web.tsx', './pages.ts', 'load them at its start'],
])('%s must not import %s', (path, specifier, why) => {
  expect(checkSource(path, importing(specifier))).toEqual([expect.stringContaining(why)])
})

test.each([
  ['app/domains.ts', '#domains/orders/orders.server.ts'],
  ['domains/orders/order.server.ts', '#domains/catalog/catalog.door.ts'],
  ['domains/orders/order.entity.ts', '#domains/catalog/catalog.shared.ts'],
  ['domains/orders/OrderList.tsx', '#domains/catalog/catalog.pickers.tsx'],
  ['domains/orders/order.server.ts', './order.entity.ts'],
  ['domains/orders/order.server.ts', 'node:crypto'],
  ['domains/orders/order.test.ts', '#app/testing.ts'],
  ['kit/server/http.ts', '#kit/shared/errors.ts'],
  ['kit/server/http.ts', '#kit/shared/loose.ts'],
  ['domains/orders/order.test.ts', '#kit/shared/loose.ts'],
  ['domains/orders/orders.shared.ts', './pages.ts'],
  ['domains/orders/pages.ts', './refund/pages.ts'],
])('%s may import %s', (path, specifier) => {
  expect(checkSource(path, importing(specifier))).toEqual([])
})

test.each([
  'const forms = new Map<number, Form>()',
  'export const heard = new Set<string>()',
  'const tabs: Tab[] = []',
  'let reader: Reader | undefined',
])('no module of the server remembers what rooms bring: %s', (line) => {
  const source = `import { a } from './a.ts'\n\n${line}\n`
  const faults = [expect.stringContaining('remembers something for the whole process')]
  expect(checkSource('domains/orders/order.server.ts', source)).toEqual(faults)
  expect(checkSource('kit/server/grant.ts', source)).toEqual(faults)
  expect(checkSource('domains/orders/orders.web.ts', source)).toEqual([])
  expect(checkSource('domains/orders/order.server.ts', source.replace(line, `  ${line}`))).toEqual([])
})

test('an exception that is not needed any more is told', () => {
  const told = checkExceptions(new Map([['kit/server/metrics.ts', 'const counters = new Map()\n']])).join()
  expect(told).toContain('kit/shared/time.ts: remembers nothing')
  expect(told).not.toContain('kit/server/metrics.ts')
})

test('circles of imports are told, whatever they go through; types and what is loaded later make none', () => {
  const circles = (a: string, b: string, c: string) =>
    checkCircles(
      new Map([
        ['kit/server/a.ts', a],
        ['kit/server/b.ts', b],
        ['kit/server/c.ts', c],
      ]),
    )
  const [one = '', ...others] = circles(
    "import { b } from './b.ts'\n",
    "import {\n  type C,\n  c,\n} from '#kit/server/c.ts'\n",
    "export * from './a.ts'\n",
  )
  expect(one).toContain('kit/server/a.ts → kit/server/b.ts → kit/server/c.ts → kit/server/a.ts')
  expect(others).toEqual([])
  expect(circles("import { b } from './b.ts'\n", "import { c } from './c.ts'\n", '')).toEqual([])
  for (const back of [
    "import type { A } from './a.ts'\n",
    "import { type A, type B } from './a.ts'\n",
    "const later = () => import('./a.ts')\n",
  ])
    expect(circles("import { b } from './b.ts'\n", back, '')).toEqual([])
})

test('a file of the product has at most 400 lines, a test as many as it needs', () => {
  const [most, more] = ['\n'.repeat(400), '\n'.repeat(401)]
  expect(checkSource('kit/server/rows.ts', most)).toEqual([])
  expect(checkSource('kit/server/rows.ts', more)).toEqual([expect.stringContaining('has 401 lines')])
  expect(checkSource('kit/server/rows.test.ts', more)).toEqual([])
})

test('imports are seen in every form', () => {
  const specifier = '#domains/orders/orders.door.ts'
  const forms = [
    `import '${specifier}'`,
    `import type { A } from "${specifier}"`,
    `import {\n  a,\n  b,\n} from '${specifier}'`,
    `export * from '${specifier}'`,
    `const a = await import('${specifier}')`,
  ]
  for (const form of forms) expect(checkSource('kit/server/a.ts', form)).toHaveLength(1)
})

test('pages name the screens that are loaded later', () => {
  expect(checkSource('domains/orders/pages.ts', `() => import('./OrderList.tsx')`)).toEqual([])
  expect(checkSource('domains/orders/orders.web.tsx', `pages: () => import('./pages.ts')`)).toEqual([])
})

test('what silences the compiler is allowed in the marked place only', () => {
  // Put together here, so that this file does not hold what it forbids.
  const silenced = [
    ['const a = b as', 'unknown as', 'C'],
    ['function f(a:', 'any) {}'],
    ['const f = (a:', 'any[]) => a'],
    ['//', '@ts', '-ignore'],
    ['//', '@ts', '-expect-error'],
  ].map((parts) => parts.join(parts[1] === '@ts' ? '' : ' '))
  for (const source of silenced) {
    expect(checkSource('kit/server/a.ts', source)).toHaveLength(1)
    expect(checkSource('kit/server/a.test.ts', source)).toHaveLength(1)
    expect(checkSource('kit/server/loose.ts', source)).toEqual([])
  }
  expect(checkSource('kit/server/a.ts', '// note: any caller may do this')).toEqual([])
})

test('packages have one exact version and no address', () => {
  const exact = JSON.stringify({
    dependencies: { a: '1.2.3', b: '18.4.0-beta.17' },
    devDependencies: { c: '0.1.0' },
  })
  expect(checkPackages(exact, '{}')).toEqual([])
  for (const version of ['^1.2.3', '~1.2.3', '1.x', 'latest', '>=1.0.0']) {
    expect(checkPackages(JSON.stringify({ devDependencies: { a: version } }), '{}')).toHaveLength(1)
  }
  expect(checkPackages(exact, '{ "resolved": "https://registry.example/a.tgz" }')).toHaveLength(1)
  const lock = { 'node_modules/a': { optionalDependencies: { b: '1.0.0' } } }
  expect(checkPackages(exact, JSON.stringify({ packages: lock }))).toEqual([
    expect.stringContaining('lacks b'),
  ])
  expect(checkPackages(exact, JSON.stringify({ packages: { ...lock, 'node_modules/b': {} } }))).toEqual([])
})

test('the table of the library is taken in one place only', () => {
  // Put together here, so that this file does not hold what it forbids.
  const taken = ['import { Button, Table, type TableProps }', "from 'antd'\n"].join(' ')
  expect(checkSource('domains/orders/OrderList.tsx', taken)).toEqual([
    expect.stringContaining('kit/web/Table.tsx can be'),
  ])
  expect(checkSource('kit/web/Table.tsx', taken)).toEqual([])
  expect(checkSource('domains/orders/OrderList.tsx', "import { type TableProps } from 'antd'\n")).toEqual([])
})

test('two migrations of a room with one number are told', () => {
  const own = 'domains/stores/migrations/001-stores.sql'
  expect(checkMigrations([own, 'domains/desk/migrations/001-desk.sql', 'kit/server/migrate.ts'])).toEqual([])
  expect(checkMigrations([own, 'domains/stores/migrations/001-staff.sql']).join()).toContain(
    'the same number',
  )
})
