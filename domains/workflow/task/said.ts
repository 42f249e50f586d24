import { z } from 'zod'
import { files, image, json, text } from '#kit/fields/shared.ts'

/** A comment; which actions need one is told by the task. */
export const comment = text('审批意见', { max: 1000, long: true })

/** What a person adds to a decision. Workflow §3.5, engine Said. */
export const said = {
  comment,
  /** values of the form, merged into the variables of the instance */
  variables: json('表单数据', z.record(z.string(), z.unknown()), { initial: {} }),
  attachments: files('附件', { max: 20 }),
  signature: image('签名'),
  /** people chosen for later nodes, by node id */
  chosen: json('后续审批人', z.record(z.string(), z.array(z.number().int().positive()).max(100)), {
    initial: {},
  }),
}
