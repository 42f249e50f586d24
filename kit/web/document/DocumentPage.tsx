import type { ReactNode } from 'react'
import type { Call } from '#kit/shared/call.ts'
import type { DocumentStates } from '#kit/shared/document.ts'
import type { Entity } from '#kit/shared/entity.ts'
import type { Choice } from '#kit/shared/field.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { Examine } from '#kit/web/examine/Examine.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { InfoPage, type InfoPart } from '#kit/web/info/InfoPage.tsx'
import type { InfoSection } from '#kit/web/info/InfoSections.tsx'
import type { Figure } from '#kit/web/info/RecordHead.tsx'
import { goTo } from '#kit/web/navigate.ts'
import type { Decision } from './Decisions.tsx'
import { DocumentFacts, DocumentHistory } from './DocumentFacts.tsx'
import { useDeciding } from './deciding.ts'
import { auditState, type DocumentRow, editableIn, mayExamine } from './documentActs.tsx'

/** What info answers of a document. */
export type DocumentInfo = DocumentRow & WireRow & { version: number; history: readonly Decision[] }

/** The call that decides a document. */
export type ExamineCall = Call<
  unknown,
  { id?: number; auditStatus?: 1 | 2; opinion?: string; version?: number | null },
  unknown,
  unknown
>

export interface DocumentPageProps<R extends DocumentInfo> {
  of: Entity
  states: DocumentStates
  calls: {
    info: Call<unknown, unknown, unknown, R>
    update: Call
    examine: ExamineCall
  }
  id: number
  sections: readonly InfoSection[]
  cells?: Readonly<Record<string, { label?: string; cell(row: NoInfer<R>): ReactNode }>>
  ifAny?: Readonly<Record<string, (row: NoInfer<R>) => boolean>>
  name(row: NoInfer<R>): string
  /** further states beside the audit state */
  states2?(row: NoInfer<R>): readonly (Choice | undefined)[]
  /** after 编辑; see documentActs */
  actions: readonly Act<NoInfer<R>>[]
  /** its form */
  edit(row: NoInfer<R>): string
  back: string
  notice?(row: NoInfer<R>): ReactNode
  figures?(row: NoInfer<R>): readonly Figure[]
  /** tabs between 基本信息 and 审核记录 */
  parts?(row: NoInfer<R>): readonly InfoPart[]
  /** read anew when it was decided */
  touches?: readonly string[]
  /** whether the address is one for deciding, where it says so in a way of its own */
  deciding?: boolean
}

/** 详情 and 审核 of a document: what it says, how it was decided, 通过 and 驳回 for who may. Frame §5. */
export function DocumentPage<R extends DocumentInfo>(props: DocumentPageProps<R>) {
  const { of, states, calls, id, back, edit, touches = [] } = props
  const shape = calls.info.answer.shape ?? of.all
  const byAddress = useDeciding()
  const { deciding = byAddress } = props
  const editable = editableIn(states)
  const editAct: Act<R> = act({
    label: '编辑',
    permission: calls.update,
    when: (row) => editable(row),
    run: (row) => goTo(edit(row)),
  })
  return (
    <InfoPage
      of={of}
      call={calls.info}
      id={id}
      title={(row) => `${of.label}详情 ${props.name(row)}`}
      name={props.name}
      states={(row) => [auditState(row), ...(props.states2?.(row) ?? [])]}
      // Where it is only read, the way to the decision is an action.
      actions={[editAct, ...props.actions.filter((one) => !deciding || one.label !== '审核')]}
      back={back}
      {...(props.notice ? { notice: props.notice } : {})}
      {...(props.figures ? { figures: props.figures } : {})}
      parts={(row) => [
        {
          key: 'base',
          label: '基本信息',
          content: (
            <>
              <DocumentFacts
                shape={shape}
                row={row}
                sections={props.sections}
                {...(props.cells ? { cells: props.cells } : {})}
                {...(props.ifAny ? { ifAny: props.ifAny } : {})}
              />
              {deciding && mayExamine(states, row) && (
                <Examine
                  call={calls.examine}
                  input={(pass, opinion) => ({
                    id,
                    auditStatus: pass ? (1 as const) : (2 as const),
                    opinion,
                    version: row.version,
                  })}
                  touches={touches}
                />
              )}
            </>
          ),
        },
        ...(props.parts?.(row) ?? []),
        {
          key: 'audit',
          label: '审核记录',
          content: <DocumentHistory of={of} id={id} history={row.history} />,
        },
      ]}
    />
  )
}
