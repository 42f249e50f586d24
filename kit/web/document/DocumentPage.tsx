import type { Call } from '#kit/shared/call.ts'
import type { DocumentStates } from '#kit/shared/document.ts'
import type { Choice } from '#kit/shared/field.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { Examine } from '#kit/web/examine/Examine.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { InfoPage, type InfoPageProps } from '#kit/web/info/InfoPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import type { Decision } from './Decisions.tsx'
import { useDeciding } from './deciding.ts'
import { auditState, type DocumentRow, mayExamine } from './documentActs.tsx'
import { changesOf } from './documentChanges.tsx'

/** What info answers of a document. */
export type DocumentInfo = DocumentRow &
  WireRow & {
    version: number
    history: readonly Decision[]
    /** what was changed since its last approval, while it is to be decided again */
    changed?: readonly { field: string; before: unknown }[] | null
  }

/** The call that decides a document. */
export type ExamineCall = Call<
  unknown,
  { id?: number; auditStatus?: 1 | 2; opinion?: string; version?: number | null },
  unknown,
  unknown
>

export interface DocumentPageProps<R extends DocumentInfo>
  extends Pick<
    InfoPageProps<R>,
    'of' | 'id' | 'name' | 'sections' | 'cells' | 'ifAny' | 'back' | 'notice' | 'figures' | 'parts' | 'lists'
  > {
  states: DocumentStates
  calls: {
    info: Call<unknown, unknown, unknown, R>
    update: Call
    examine: ExamineCall
  }
  /** further states beside the audit state */
  states2?(row: NoInfer<R>): readonly (Choice | undefined)[]
  /** after 编辑; see documentActs */
  actions: readonly Act<NoInfer<R>>[]
  /** its form */
  edit(row: NoInfer<R>): string
  /** why it is not edited */
  noEdit(row: NoInfer<R>): string | null
  /** read anew when it was decided */
  touches?: readonly string[]
  /** whether the address is one for deciding, where it says so in a way of its own */
  deciding?: boolean
}

/** 详情 and 审核 of a document: what it says, how it was decided, 通过 and 驳回 for who may. Frame §5. */
export function DocumentPage<R extends DocumentInfo>(props: DocumentPageProps<R>) {
  const { states, states2, calls, edit, noEdit, actions, touches = [], notice, ...page } = props
  const { of, id } = page
  const byAddress = useDeciding()
  const { deciding = byAddress } = props
  const editAct = act<R>({
    label: '编辑',
    permission: calls.update,
    closed: noEdit,
    run: (row) => goTo(edit(row)),
  })
  return (
    <InfoPage
      {...page}
      call={calls.info}
      title={(row) => `${of.label}详情 ${props.name(row)}`}
      states={(row) => [auditState(row), ...(states2?.(row) ?? [])]}
      // Where it is only read, the way to the decision is an action.
      actions={[editAct, ...actions.filter((one) => !deciding || one.label !== '审核')]}
      processes
      {...(notice && { notice })}
      changes={(row) => changesOf(calls.info.answer.shape ?? of.all, row, deciding)}
      decision={(row) =>
        deciding &&
        mayExamine(states, row) && (
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
        )
      }
    />
  )
}
