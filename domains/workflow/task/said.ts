import { z } from 'zod'
import { files, image, json, text } from '#kit/fields/shared.ts'

/** A comment; which actions need one is told by the task. */
export const comment = text('审批意见', { max: 1000, long: true })

/** The values of a form all together, in characters of their json. */
const MOST_VALUES = 100_000

/** What the database can hold of what somebody submits. */
const values = z.record(z.string(), z.unknown()).refine((given) => {
  const text = JSON.stringify(given)
  return text.length <= MOST_VALUES && !text.includes('\\u0000')
})

/** What a person adds to a decision. Workflow §3.5, engine Said. */
export const said = {
  comment,
  /** values of the form, merged into the variables of the instance */
  variables: json('表单数据', values, { initial: {} }),
  attachments: files('附件', { max: 20 }),
  signature: image('签名'),
  /** people chosen for later nodes, by node id */
  chosen: json('后续审批人', z.record(z.string(), z.array(z.number().int().positive()).max(100)), {
    initial: {},
  }),
}
