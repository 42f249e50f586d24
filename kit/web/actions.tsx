import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, Space, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Call } from '#kit/shared/call.ts'
import { closedBy, type StateTable } from '#kit/shared/states.ts'
import { ask } from './ask.tsx'
import { confirm } from './confirm.tsx'
import { CallError } from './request.ts'
import { hasPermission, mayCall, useSession } from './session.ts'
import { toastError } from './toast.ts'
import { toastUndo } from './undo.tsx'
import { change } from './useCall.ts'
import { type Obstacle, Why } from './Way.tsx'

/**
 * What can be done with a row, or with several; drawn as a button where it may be done. Its functions are properties, which
 * the compiler holds to the row they get: one that reads a field the list did not ask for is refused. Architecture §5.
 */
export interface Act<T> {
  key: string
  label: string
  icon?: ReactNode
  danger?: boolean
  primary?: boolean
  /** false: the button is not there */
  may: (target: T) => boolean
  /** why what it is about is not in a state for it: it stands behind 更多, off; null when it is */
  closed?: (target: T) => string | null
  /** what stands in its way, and where that is changed: the button keeps its place, but off */
  off?: (target: T) => string | Obstacle | null
  run: (target: T) => unknown
}

interface ActFacts<T> {
  label: string
  /** the call it ends in, or a permission code; left out: anybody */
  permission?: Call | string
  icon?: ReactNode
  danger?: boolean
  primary?: boolean
  when?: (target: T) => boolean
  closed?: (target: T) => string | null
  off?: (target: T) => string | Obstacle | null
  run: (target: T) => unknown
}

const allowed = (permission: Call | string | undefined): boolean =>
  permission === undefined ||
  (typeof permission === 'string' ? hasPermission(permission) : mayCall(permission))

/** An action that opens a page or a dialog, or does something of its own. */
export function act<T = void>(facts: ActFacts<T>): Act<T> {
  const { permission, when, ...rest } = facts
  return {
    ...rest,
    key: facts.label,
    may: (target) => allowed(permission) && (when?.(target) ?? true),
  }
}

interface CallFacts<T, In> {
  label: string
  input: (target: T, reason: string) => In
  icon?: ReactNode
  danger?: boolean
  primary?: boolean
  when?: (target: T) => boolean
  closed?: (target: T) => string | null
  off?: (target: T) => string | Obstacle | null
  /** asked before */
  prompt?: string | ((target: T) => string)
  /** asks for a reason with this label */
  reason?: string
  success?: string
  /** in place of `success`: says itself what happened and what is next */
  said?: (target: T) => unknown
  /** takes it back: offered to those who may, once it is done, in place of the question before. Screens §5 */
  undo?: { call: Pick<Call, 'permission'>; run: (target: T) => Promise<unknown> }
  touches?: readonly string[]
  /** after it succeeded */
  done?: (target: T) => unknown
}

/** An action that asks a call: permission from the call, question or reason before, success text after. */
export function callAct<T, In, InWire, Out, OutWire>(
  call: Call<In, InWire, Out, OutWire>,
  facts: CallFacts<T, NoInfer<InWire>>,
): Act<T> {
  const { input, prompt, reason, success = '操作成功', said, undo, touches = [], done, when, ...rest } = facts
  return {
    ...rest,
    key: facts.label,
    may: (target) => mayCall(call) && (when?.(target) ?? true),
    async run(target) {
      const isBackable = undo !== undefined && mayCall(undo.call)
      const question = typeof prompt === 'function' ? prompt(target) : prompt
      const given = await agreed(isBackable ? undefined : question, reason, facts.danger)
      if (given === null) return
      const says = isBackable || said !== undefined
      await change(call, input(target, given), { ...(says ? {} : { success }), touches })
      if (isBackable) toastUndo(success, () => undo.run(target))
      else void said?.(target)
      await done?.(target)
    },
  }
}

interface StateFacts<T, In>
  extends Omit<CallFacts<T, In>, 'label' | 'prompt' | 'reason' | 'when' | 'closed'> {
  when?: (target: T) => boolean
}

/**
 * An action of a state table: allowed states, permission, question and reason come from the table. From another state it
 * stands there with why, unless it would only lead to where the target is. Frame §7, screens §2.
 */
export function stateAct<
  T extends { readonly [N in F]: unknown },
  A extends string,
  F extends string,
  In,
  InWire,
  Out,
  OutWire,
>(
  table: StateTable<string | number, A, F>,
  action: A,
  call: Call<In, InWire, Out, OutWire>,
  facts: StateFacts<T, NoInfer<InWire>>,
): Act<T> {
  const { label, permission, prompt, reason, danger, to } = table.actions[action]
  const closed = (target: T) => closedBy(table, action, target[table.field])
  const made = callAct(call, {
    ...facts,
    label,
    ...(prompt === undefined ? {} : { prompt }),
    ...(reason === undefined ? {} : { reason }),
    ...(danger === undefined ? {} : { danger }),
  })
  return {
    ...made,
    may: (target) =>
      mayCall({ permission }) &&
      (facts.when?.(target) ?? true) &&
      (to !== target[table.field] || closed(target) === null),
    closed,
  }
}

/** The reason ('' when none is asked), or null when the person gave up. */
async function agreed(prompt?: string, reason?: string, danger = false): Promise<string | null> {
  if (reason !== undefined)
    return ask({ title: reason, long: true, danger, ...(prompt === undefined ? {} : { text: prompt }) })
  if (prompt === undefined) return ''
  return (await confirm(prompt, { danger })) ? '' : null
}

/** Does an action from a place of its own, e.g. a menu; failures are told. */
export async function perform<T>(one: Act<T>, target: T): Promise<void> {
  try {
    await one.run(target)
  } catch (error) {
    // A refused call has been shown by the request.
    if (!(error instanceof CallError)) toastError(error instanceof Error ? error.message : '操作失败')
  }
}

/** Whether an action is there for a target in its state, be it with something in its way (`off`). */
export const isOpen = <T,>(one: Act<T>, target: T): boolean =>
  one.may(target) && (one.closed?.(target) ?? null) === null

/** Why an action cannot be done with a target now; null when it can. */
function obstacleOf<T>(one: Act<T>, target: T): Obstacle | null {
  const off = one.closed?.(target) ?? one.off?.(target) ?? null
  return typeof off === 'string' ? { reason: off } : off
}

/** The same in words alone, for who may not do it at all as well. */
export const whyNot = <T,>(one: Act<T>, target: T): string | null =>
  obstacleOf(one, target)?.reason ?? (one.may(target) ? null : `不能${one.label}`)

// A disabled line of a menu shows no tooltip on a phone.
function OffLabel({ label, obstacle }: { label: string; obstacle: Obstacle }) {
  return (
    <span className="k-off">
      {label}
      <small>
        <Why {...obstacle} />
      </small>
    </span>
  )
}

interface ActButtonProps<T> {
  act: Act<T>
  target: T
  /** a link of a table row rather than a button */
  link?: boolean
  /** the main one of its place */
  primary?: boolean
}

/** The button of an action; locked while it runs. */
export function ActButton<T>({ act: one, target, link = false, primary }: ActButtonProps<T>) {
  const [running, setRunning] = useState(false)
  const obstacle = obstacleOf(one, target)
  const run = async () => {
    setRunning(true)
    await perform(one, target)
    setRunning(false)
  }
  const button = (
    <Button
      type={link ? 'link' : (primary ?? one.primary) ? 'primary' : 'default'}
      danger={one.danger ?? false}
      icon={link ? undefined : one.icon}
      loading={running}
      disabled={obstacle !== null}
      className={link ? 'k-link' : undefined}
      onClick={(event) => {
        event.stopPropagation()
        void run()
      }}
    >
      {one.label}
    </Button>
  )
  return obstacle === null ? button : <Tooltip title={<Why {...obstacle} />}>{button}</Tooltip>
}

/** The main action of a record: that which says so of itself, else the first of all; none where it may not be done now. */
function mainOf<T>(acts: readonly Act<T>[], target: T): Act<T> | undefined {
  const now = acts.filter((one) => isOpen(one, target) && obstacleOf(one, target) === null)
  return now.find((one) => one.primary === true) ?? now.find((one) => one === acts[0])
}

interface ActsProps<T> {
  acts: readonly Act<T>[]
  target: T
  link?: boolean
  /** more stand behind 更多 */
  max?: number
  /** the main one stands first and is drawn as such, as at the head of a record */
  leads?: boolean
}

/** So many acts of a row are told in words. Screens §2. */
export const WORDS_OF_ROW = 2

/** The actions that may be done with a target, the first ones in view; those its state does not allow behind them. */
export function Acts<T>({ acts, target, link = false, max = 3, leads = false }: ActsProps<T>) {
  // Rights may be taken away or given while the page is open.
  useSession()
  const now = acts.filter((one) => isOpen(one, target))
  const main = leads ? mainOf(acts, target) : undefined
  const open = main === undefined ? now : [main, ...now.filter((one) => one !== main)]
  const fitting = open.length > max ? max - 1 : open.length
  const shown = open.slice(0, link ? Math.min(fitting, WORDS_OF_ROW) : fitting)
  const closed = acts.filter((one) => one.may(target) && !open.includes(one))
  const rest = [...open.slice(shown.length), ...closed]
  return (
    <Space size={8} wrap={!link}>
      {shown.map((one) => (
        <ActButton
          key={one.key}
          act={one}
          target={target}
          link={link}
          {...(leads && { primary: one === main })}
        />
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: rest.map((one) => {
              const obstacle = obstacleOf(one, target)
              return {
                key: one.key,
                label: obstacle === null ? one.label : <OffLabel label={one.label} obstacle={obstacle} />,
                danger: one.danger ?? false,
                disabled: obstacle !== null,
                onClick: () => void perform(one, target),
              }
            }),
          }}
        >
          <Button type={link ? 'link' : 'default'} className={link ? 'k-link' : undefined}>
            更多 <DownOutlined aria-hidden />
          </Button>
        </Dropdown>
      )}
    </Space>
  )
}
