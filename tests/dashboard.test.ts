// The dashboard that operators import asks for nothing that /metrics does not print. Platform §14.4.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const DECLARED = /\b(?:count|gauge|counted|durations)\(\s*'([a-z_]+)'/g
const ASKED = /\b([a-z]+(?:_[a-z]+)+)(?=\{job=~)/g

const declared = new Set(
  globSync('{kit,app,domains}/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(DECLARED)].map(([, name = '']) => name),
  ),
)

interface Panel {
  title: string
  targets: { expr: string }[]
}
const { panels }: { panels: Panel[] } = JSON.parse(readFileSync('deploy/grafana.json', 'utf8'))

test.each(panels)('$title', ({ targets }) => {
  for (const { expr } of targets) {
    const names = [...expr.matchAll(ASKED)].map(([, name = '']) => name.replace(/_bucket$/, ''))
    expect(names.length, expr).toBeGreaterThan(0)
    for (const name of names) expect(declared, expr).toContain(name)
  }
})
