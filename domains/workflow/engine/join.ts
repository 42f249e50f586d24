import { leave } from './leave.ts'
import type { InstanceRecord, TokenRecord } from './records.ts'
import { type Run, scopeOf, stepOf, tokensOf } from './run.ts'

/**
 * Fires one join of an instance, if one may: tokens wait there and no other token can still arrive. Where only joins are
 * waiting and none may, the one waited at longest fires. Answers whether one fired. Workflow §3.4.
 */
export async function settleJoin(run: Run, instance: InstanceRecord): Promise<boolean> {
  const tokens = tokensOf(run, instance)
  const waiting = tokens.filter(({ waits }) => waits === 'join').sort((a, b) => a.arrival - b.arrival)
  const longest = waiting[0]
  if (longest === undefined) return false
  const scope = await scopeOf(run, instance)
  const complete = [...new Set(waiting.map(({ node }) => node))].find((join) => {
    const arriving = scope.arriving(join)
    return tokens.every(({ node }) => node === join || !arriving.has(node))
  })
  const join = complete ?? (waiting.length === tokens.length ? longest.node : null)
  if (join === null) return false
  await fire(
    run,
    instance,
    waiting.filter(({ node }) => node === join),
  )
  return true
}

/** Merges the tokens at a join into the one that came first; the last one tells what set it going. */
async function fire(run: Run, instance: InstanceRecord, tokens: TokenRecord[]): Promise<void> {
  const [first, ...others] = tokens
  if (first === undefined) return
  const step = await stepOf(run, instance, first.node)
  const source = tokens.at(-1)?.data.source ?? null
  for (const token of others) run.tokens.remove(token)
  const round = Math.max(...tokens.map((token) => token.round))
  await leave(run, { instance, step, token: first, round, source, crossed: true })
}
