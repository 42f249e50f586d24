import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type { Call } from '#kit/shared/call.ts'
import type { DocumentStates } from '#kit/shared/document.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { act, callAct, stateAct } from '#kit/web/actions.tsx'
import { type DocumentInfo, DocumentPage } from '#kit/web/document/DocumentPage.tsx'
import { DocumentPrint } from '#kit/web/document/DocumentPrint.tsx'
import { deletableIn, documentActs, editableIn } from '#kit/web/document/documentActs.tsx'
import { DocumentTask } from '#kit/web/document/documentTask.tsx'
import type { InfoSection } from '#kit/web/info/InfoSections.tsx'
import type { ColumnSettingsOf } from '#kit/web/list/columnsOf.tsx'
import { type ListCalls, ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { execStates } from './price.states.ts'
import { EXEC_STATES } from './priceDocument.ts'
import '../product/product.css'

/** What info and print answer of a price document. */
export type PriceInfo = DocumentInfo & {
  execStatus: number | null
  effectTime: number
}

type Row = PriceInfo

/** A kind of price document on screens: where it lives and what it shows. Catalog §4.2. */
export interface PriceUi {
  of: Entity
  calls: ListCalls<Row> & {
    info: Call<unknown, unknown, unknown, Row>
    save: Call
    update: Call
    remove: Call
    submit: Call<unknown, { id: number }, unknown, unknown>
    withdraw: Call<unknown, { id: number }, unknown, unknown>
    examine: Call<
      unknown,
      { id: number; auditStatus: 1 | 2; opinion: string; version: number },
      unknown,
      unknown
    >
    print: Call<unknown, { ids: string }, unknown, Row[]>
    revoke: Call<unknown, { id: number; reason: string }, unknown, unknown>
    copy: Call<unknown, { id: number }, unknown, { id: number }>
    importSheet: Call
  }
  states: DocumentStates
  /** prefix of its calls */
  path: string
  /** route of its list */
  route: string
  /** last but one part of the address of its page */
  see: 'see' | 'info'
  print(ids: readonly number[]): string
  numberOf(row: Row): string
  show: readonly string[]
  columns?: ColumnSettingsOf<Row>
  sections: readonly InfoSection[]
  printed: { head: readonly string[]; columns: readonly string[]; foot?: ReactNode }
}

const CACHES = ['/admin/store/product', '/admin/storerepo/product']

function actsOf(ui: PriceUi) {
  const exec = execStates(ui.path)
  const examine = (row: Row) => `${ui.route}/examine/${row.id}`
  return [
    ...documentActs<Row>(ui.states, ui.calls, {
      examine,
      print: (row) => ui.print([row.id]),
      touches: CACHES,
    }),
    stateAct<Row, 'revoke', unknown, { id: number; reason: string }, unknown, unknown>(
      exec,
      'revoke',
      ui.calls.revoke,
      { input: ({ id }, reason) => ({ id, reason }), touches: CACHES },
    ),
    callAct<Row, unknown, { id: number }, { id: number }, { id: number }>(ui.calls.copy, {
      label: '复制',
      prompt: (row) => `确定复制${ui.of.label}${ui.numberOf(row)}为新的草稿吗？`,
      input: ({ id }) => ({ id }),
      success: '复制成功，已生成新的草稿',
    }),
  ]
}

/** The list of a kind. */
export function PriceDocumentList({ ui }: { ui: PriceUi }) {
  return (
    <ListPage<Row>
      of={ui.of}
      calls={ui.calls}
      show={ui.show}
      {...(ui.columns === undefined ? {} : { columns: ui.columns })}
      dated="生效时间"
      pages={{
        create: `${ui.route}/add`,
        edit: (row) => `${ui.route}/edit/${row.id}`,
        see: (row) => `${ui.route}/${ui.see}/${row.id}`,
      }}
      actions={actsOf(ui)}
      editable={editableIn(ui.states)}
      deletable={deletableIn(ui.states)}
      deletePrompt={(row) => `确定删除${ui.of.label}${ui.numberOf(row)}吗？`}
      batch={[
        act<readonly Row[]>({
          label: '打印',
          permission: ui.calls.print,
          run: (rows) => goTo(ui.print(rows.map((row) => row.id))),
        }),
      ]}
      importing={{ bizType: ui.of.name, title: ui.of.label, permission: ui.calls.importSheet.permission }}
    />
  )
}

const execState = (row: Row) => EXEC_STATES.find((one) => one.value === row.execStatus)

/** What a person must know before they decide. */
function Late({ row }: { row: Row }) {
  const undecided = row.auditStatus === -1 || row.auditStatus === 0 || row.auditStatus === 3
  return undecided && row.effectTime * 1000 <= Date.now() ? (
    <p className="p-warning">生效时间已过，将立即生效</p>
  ) : null
}

/** 详情 and 审核 of a kind. */
export function PriceDocumentPage({ ui }: { ui: PriceUi }) {
  const { id } = useParams()
  return (
    <DocumentPage<Row>
      of={ui.of}
      states={ui.states}
      calls={ui.calls}
      id={Number(id)}
      sections={ui.sections}
      ifAny={{
        revokeReason: (row) => row.revokeReason !== '',
        sapDescription: (row) => row.sapDescription !== '',
      }}
      name={ui.numberOf}
      states2={(row) => [execState(row)]}
      actions={actsOf(ui)}
      edit={(row) => `${ui.route}/edit/${row.id}`}
      back={ui.route}
      notice={(row) => <Late row={row} />}
      touches={CACHES}
    />
  )
}

/** A kind on the page of an approval task. */
export function PriceDocumentTask({ ui, id }: { ui: PriceUi; id: number }) {
  return <DocumentTask<Row> of={ui.of} info={ui.calls.info} sections={ui.sections} id={id} />
}

/** 打印 of a kind: of the address, or of ?ids=. */
export function PriceDocumentPrint({ ui }: { ui: PriceUi }) {
  const { id } = useParams()
  const { head, columns, foot } = ui.printed
  return (
    <DocumentPrint<Row>
      of={ui.of}
      call={ui.calls.print}
      {...(id === undefined || id === '0' ? {} : { ids: id })}
      title={ui.of.label}
      head={head}
      lines={{ name: 'lines', columns }}
      signs={['制单', '审核', '盖章']}
      {...(foot === undefined ? {} : { foot: () => foot })}
    />
  )
}
