import { choice, int, text, texts } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { SCENES } from './sensitiveScene.entity.ts'
import { ACTIONS } from './sensitiveWord.entity.ts'

export const WAITING = 0
export const RELEASED = 1
export const KEPT = 2

export const REVIEWS = [
  { value: WAITING, label: '待复核', means: 'waits' },
  { value: RELEASED, label: '放行', means: 'done' },
  { value: KEPT, label: '维持', means: 'wrong' },
] as const

/** A text in which words were found; kept also when the text itself was refused. Platform §13.4. */
export const sensitiveHit = entity(
  'sensitiveHit',
  '命中记录',
  {
    scene: choice('场景', SCENES, { required: true, filter: true }),
    person: text('人', { max: 50, search: true }),
    words: texts('词', { each: 50 }),
    original: text('原文', { max: 5000, long: true, search: true }),
    action: choice('处理', ACTIONS, { required: true, filter: true }),
    /** only what waits for a person or was decided by one */
    review: choice('复核', REVIEWS, { filter: true }),
    /** what the text belongs to, in the room of the scene */
    bizId: int('对象', { list: false, port: false }),
  },
  { title: 'person', order: [['createTime', 'desc']] },
)
