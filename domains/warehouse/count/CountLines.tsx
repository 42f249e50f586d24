import { Button, Segmented, Space } from 'antd'
import { useState } from 'react'
import LinesInput from '#kit/fields/lines/web.tsx'
import { choice, lines, quantity, text } from '#kit/fields/shared.ts'
import type { Call } from '#kit/shared/call.ts'
import type { Shape } from '#kit/shared/field.ts'
import { Acts, callAct } from '#kit/web/actions.tsx'
import { textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { type Errors, FormErrors } from '#kit/web/form/errors.ts'
import { fieldsInForm, sentLines } from '#kit/web/form/sentLines.ts'
import { Pager } from '#kit/web/list/Pager.tsx'
import { usePaging } from '#kit/web/list/usePaging.ts'
import { CallError } from '#kit/web/request.ts'
import { mayCall } from '#kit/web/session.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { toastError, toastInfo } from '#kit/web/toast.ts'
import { change, useCall } from '#kit/web/useCall.ts'
import { countCalls as calls, countLineRows } from './count.document.ts'
import { COUNT_REASONS, SHEET } from './count.entity.ts'
import { ImportCounts } from './importCounts.tsx'

interface Sheet {
  readonly id: number
  readonly status: number
  readonly auditStatus: number
}

const SIZE = 100
const ROUNDS: Readonly<Record<number, string>> = {
  [SHEET.first]: 'firstQty',
  [SHEET.second]: 'secondQty',
  [SHEET.third]: 'thirdQty',
}
type Sifted = 'all' | 'open' | 'differing'
const SIFTED: { value: Sifted; label: string }[] = [
  { value: 'all', label: '全部' },
  { value: 'open', label: '未盘' },
  { value: 'differing', label: '有差异' },
]
const TOUCHES = ['/admin/wts/stockCount']
const { storeName, suk, sectionId, lotNo } = countLineRows
const PLACE = { storeName, suk, sectionId: { ...sectionId, required: false }, lotNo }
const shown = (names: readonly (keyof typeof countLineRows)[]): Shape =>
  Object.fromEntries(names.map((name) => [name, countLineRows[name]]))

/** The columns of a sheet in its state: what is typed now, and what may be seen. */
function shapeIn({ status }: Sheet, typing: boolean): Shape {
  const round = ROUNDS[status]
  if (round !== undefined)
    return {
      ...PLACE,
      ...(typing ? { typed: quantity('本轮实盘', { width: 110 }) } : {}),
      ...shown(['bookQty']),
      ...shown(['firstQty', 'secondQty', 'thirdQty', 'finalQty']),
    }
  const figures = shown(['bookQty', 'finalQty', 'diffQty', 'diffAmount'])
  return typing
    ? {
        ...{ ...PLACE, ...figures },
        why: choice('差异原因', COUNT_REASONS, { width: 120 }),
        note: text('说明', { max: 100, width: 160 }),
      }
    : { ...PLACE, ...figures, ...shown(['reason', 'note']) }
}

const finishAct = callAct(calls.finish, {
  label: '完成本轮',
  prompt: '完成后，与账面或上一轮不符的明细进入下一轮，其余明细确认。',
  input: ({ id }: Sheet) => ({ id }),
  success: '本轮已完成',
  touches: TOUCHES,
})

/** 明细 of a sheet: counted and explained here, a page at a time. Warehouse §5.9. */
export function CountLines({ sheet }: { sheet: Sheet }) {
  const [only, setOnly] = useState<Sifted>('all')
  const { paging, state, first } = usePaging(SIZE)
  const asked = { ...paging, countId: sheet.id, ...(only === 'all' ? {} : { only }) }
  const { data, error, refetch, dataUpdatedAt } = useCall(calls.lines, asked, { keep: true, quiet: true })
  if (data === undefined)
    return error === null ? <Loading rows={6} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const isCounting = ROUNDS[sheet.status] !== undefined
  const isExplaining = sheet.status === SHEET.differing && sheet.auditStatus !== 0 && sheet.auditStatus !== 3
  const typing = mayCall(calls.entry) && (isCounting || isExplaining)
  return (
    <>
      <Space wrap style={{ marginBottom: 8 }}>
        <Segmented<Sifted>
          options={SIFTED}
          value={only}
          onChange={(next) => {
            setOnly(next)
            first()
          }}
        />
        {isCounting && mayCall(calls.entry) && <Acts acts={[finishAct]} target={sheet} />}
        {typing && <ImportCounts id={sheet.id} touches="/admin/wts/stockCount" />}
      </Space>
      <Typed key={`${dataUpdatedAt}-${sheet.status}`} sheet={sheet} rows={data.list} typing={typing} />
      <Pager total={data.total} more={data.more ?? false} state={state} sizes={[50, SIZE, 500]} />
    </>
  )
}

/** What differs of a line as it was read. */
function isChanged(now: WireRow, begun: WireRow | undefined): boolean {
  return ['typed', 'why', 'note'].some((name) => (now[name] ?? null) !== (begun?.[name] ?? null))
}

/** What a refused line is called in the table. */
const COLUMN_OF: Readonly<Record<string, string>> = { qty: 'typed', reason: 'why' }

function Typed({ sheet, rows, typing }: { sheet: Sheet; rows: readonly WireRow[]; typing: boolean }) {
  const round = ROUNDS[sheet.status]
  const begun: readonly WireRow[] = rows.map((row) => ({
    ...row,
    typed: round === undefined ? null : (row[round] ?? null),
    why: row.reason ?? null,
  }))
  const [value, setValue] = useState<unknown>(begun)
  const [errors, setErrors] = useState<Errors>({})
  const field = lines('明细', shapeIn(sheet, typing), { max: 1000 })
  const places = new Map(begun.map((row, at) => [row.id, at]))
  const isTyped = (row: WireRow) => isChanged(row, begun[places.get(row.id) ?? -1])
  const { id } = sheet
  const send = async <I,>(call: Call<unknown, I>, sent: I & object & { lines: readonly object[] }) => {
    if (sent.lines.length === 0) return toastInfo('没有改动')
    try {
      await change(call, sent, { success: '已保存', touches: TOUCHES, quiet: true })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const placed = fieldsInForm(error.fields, sent).map(({ field: at, message }): [string, string] => {
        const [name, line, column = ''] = at.split('.')
        return [[name, line, COLUMN_OF[column] ?? column].join('.'), message]
      })
      setErrors(Object.fromEntries(placed))
      if (placed.length === 0) toastError(error.message)
    }
  }
  const save = () =>
    round !== undefined
      ? send(calls.entry, {
          id,
          lines: sentLines(value, (row) =>
            !isTyped(row) || row.typed == null
              ? null
              : { lineId: Number(row.id), qty: Number(row.typed), adds: 0 as const, scanId: '' },
          ),
        })
      : send(calls.reason, {
          id,
          lines: sentLines(value, (row) => {
            const reason = COUNT_REASONS.find((one) => one.value === row.why)?.value
            return !isTyped(row) || reason === undefined
              ? null
              : { lineId: Number(row.id), reason, note: textOf(row.note) }
          }),
        })
  return (
    <FormErrors value={errors}>
      <LinesInput
        field={field}
        value={value}
        onChange={(next) => {
          setValue(next)
          setErrors({})
        }}
        path="lines"
        fixed
        disabled={!typing}
      />
      {typing && (
        <Button type="primary" onClick={() => void save()} style={{ marginTop: 8 }}>
          保存本页
        </Button>
      )}
    </FormErrors>
  )
}
