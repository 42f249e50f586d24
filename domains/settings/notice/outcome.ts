import type { Tx } from '#kit/server/database.ts'
import { declareOutcomes, type Outcome } from '#kit/server/documentOutcome.ts'
import type { Registration } from '#kit/server/points.ts'
import { notify } from './notify.ts'
import { declareScene, type SceneSeed } from './scenes.ts'

const DECIDED = 'document.decided'

const decided: SceneSeed = {
  mark: DECIDED,
  type: '审核结果',
  description: '单据审核通过或驳回时通知提交人',
  sendType: 2,
  channels: ['notice', 'sms', 'wechat'],
  content: '{title}{result}{opinion}',
  link: '{page}',
}

async function tell(tx: Tx, outcome: Outcome): Promise<void> {
  const { to, type, id, title, passed, opinion, page, decisionId } = outcome
  await notify(
    tx,
    DECIDED,
    [{ kind: 'admin', id: to }],
    {
      title,
      result: passed ? '审核通过' : '审核驳回',
      opinion: opinion === '' ? '' : `：${opinion}`,
      page,
    },
    `${type}:${id}:${decisionId}`,
  )
}

/** Whoever handed a document in hears how it was decided. Frame §5. */
export const outcomeNotices: readonly Registration[] = [declareScene(decided), declareOutcomes(tell)]
