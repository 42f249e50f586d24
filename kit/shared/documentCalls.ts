import { choice, flag, lines, text } from '../fields/shared.ts'
import {
  get,
  idAnswer,
  idField,
  idsField,
  patch,
  post,
  rowAnswer,
  rowsAnswer,
  rowsOf,
  standardCalls,
  target,
} from './call.ts'
import { decisionFields } from './document.ts'
import type { Entity } from './entity.ts'
import type { Shape } from './field.ts'
import { trust } from './loose.ts'

const submit = flag('提交')

const DECISIONS = [
  { value: 1, label: '通过' },
  { value: 2, label: '驳回' },
] as const

/**
 * The usual calls of a document: those of a master, submit, withdraw, examine and print. Save and update take
 * `submit: 1` to hand the document in at once; info and print bring its decisions (`history`) and what `info` adds.
 * Frame §3, §7; catalog §8.6.
 */
export function documentCalls<
  N extends string,
  S extends Shape,
  const X extends Shape = Record<never, never>,
  const I extends Shape = Record<never, never>,
  const F extends Shape = Record<never, never>,
  const W extends 'status' = never,
>(prefix: string, of: Entity<N, S>, extra?: { list?: X; filters?: F; info?: I; without?: readonly W[] }) {
  const label = of.label
  const whole = {
    ...rowsOf(of, extra?.list),
    ...told(extra?.info),
    history: lines('审核记录', decisionFields),
  }
  return {
    ...standardCalls(prefix, of, extra),
    info: get(`${prefix}/info/:id`, {
      title: `${label}详情`,
      input: { id: idField() },
      answer: rowAnswer(whole),
    }),
    save: post(`${prefix}/save`, { title: `新增${label}`, input: { ...of.shape, submit }, answer: idAnswer }),
    update: patch(`${prefix}/update`, { title: `编辑${label}`, input: { ...of.shape, submit } }),
    submit: post(`${prefix}/submit/:id`, { title: `提交${label}`, input: { id: idField() } }),
    withdraw: post(`${prefix}/withdraw/:id`, { title: `撤回${label}`, input: { id: idField() } }),
    examine: post(`${prefix}/examine/:id`, {
      title: `审核${label}`,
      input: {
        ...target,
        auditStatus: choice('审核状态', DECISIONS, { required: true }),
        opinion: text('审核意见', { max: 200 }),
      },
      business: 8,
    }),
    print: get(`${prefix}/print`, {
      title: `打印${label}`,
      input: { ids: idsField(label, 100) },
      answer: rowsAnswer(whole),
    }),
  }
}

function told<const I extends Shape>(info: I | undefined): I {
  return trust(info ?? {})
}
