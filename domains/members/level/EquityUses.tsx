import { ListPage } from '#kit/web/list/ListPage.tsx'
import { levelCalls } from './level.calls.ts'
import { equityUse } from './level.entity.ts'

const CALLS = { list: levelCalls.equityUses }
const SHOW = ['sourceId', 'equityCode', 'levelName', 'month', 'usedTime']

/** 权益使用 of a user. Members §3.7. */
export function EquityUses({ uid }: { uid: number }) {
  return (
    <ListPage of={equityUse} calls={CALLS} fixed={{ uid }} show={SHOW} dated="" empty="还没有使用过权益" />
  )
}
