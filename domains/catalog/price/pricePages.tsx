import { useParams } from 'react-router'
import type { TaskFormProps } from '#domains/workflow/workflow.pickers.tsx'
import type { Call } from '#kit/shared/call.ts'
import type { DocumentStates } from '#kit/shared/document.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { type Act, act, callAct, stateAct } from '#kit/web/actions.tsx'
import { DocumentForm } from '#kit/web/document/DocumentForm.tsx'
import { type DocumentInfo, DocumentPage } from '#kit/web/document/DocumentPage.tsx'
import { DocumentPrint } from '#kit/web/document/DocumentPrint.tsx'
import { type DocumentRow, deletableIn, documentActs, editableIn } from '#kit/web/document/documentActs.tsx'
import { DocumentTask } from '#kit/web/document/documentTask.tsx'
import { type InputProps, textOf } from '#kit/web/fieldUi.ts'
import type { FormPageProps } from '#kit/web/form/FormPage.tsx'
import type { ColumnSettingsOf } from '#kit/web/list/columnsOf.tsx'
import type { ListFilter } from '#kit/web/list/Filters.tsx'
import { type ListCalls, ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { execStates } from './price.states.ts'
import { EXEC_STATES } from './priceDocument.ts'
import { type PriceKind, pageOf, printOf } from './priceKinds.ts'
import '../product/product.css'

/** What info and print answer of a price document. */
type Listed = DocumentRow & { execStatus: number | null; effectTime: number }
type Row = Listed & DocumentInfo
type ById<A = unknown> = Call<unknown, { id?: number }, unknown, A>

/** What a kind of price document shows beyond what all of them do. Catalog §4.2. */
export interface PriceScreens {
  of: Entity
  kind: PriceKind
  states: DocumentStates
  calls: ListCalls<Listed> & {
    info: Call<unknown, unknown, unknown, Row>
    save: Call
    update: Call
    submit: ById
    withdraw: ById
    examine: Call<
      unknown,
      { id?: number; auditStatus?: 1 | 2; opinion?: string; version?: number | null },
      unknown,
      unknown
    >
    print: Call<unknown, { ids?: string }, unknown, Row[]>
    revoke: Call<unknown, { id?: number; reason?: string }, unknown, unknown>
    copy: ById<{ id: number }>
    importSheet: Call
  }
  /** its own fields of the head, behind number and before time, in the order of lists, pages and prints */
  head: readonly string[]
  /** those of them that pages and prints show and lists do not */
  unlisted?: readonly string[]
  /** what info tells of it besides its fields, while it is undecided */
  told?: readonly string[]
  columns?: ColumnSettingsOf<Listed>
  filters?: readonly ListFilter[]
  /** columns of the printed lines behind those of the sku */
  printed: readonly string[]
  /** room for the customer's seal below the print */
  isConfirmed?: boolean
  /** groups of its form; the lines, remark and files follow by themselves */
  form: Pick<FormPageProps, 'initial' | 'hidden' | 'derive' | 'check' | 'complete'> & {
    groups: NonNullable<FormPageProps['groups']>
    Lines: (props: InputProps) => React.ReactNode
  }
}

const SKU = ['productName', 'skuCode', 'suk', 'unitName']
const CACHES = ['/admin/store/product', '/admin/storerepo/product']
const LINES = { title: '明细', fields: ['lines'] }

/** Those facts with what follows from them: once, before the first page. */
export function priceUi(screens: PriceScreens) {
  const { of, kind, states, calls } = screens
  const number = of.facts.title
  const numberOf = (row: Listed) => textOf(row[number])
  const ifThere = (...names: string[]) => names.filter((name) => name in of.all)
  const times = ifThere('effectTime', 'expireTime')
  const head = [number, ...screens.head, ...times]
  const actions: readonly Act<Listed>[] = [
    ...documentActs(states, calls, {
      examine: (row) => `${kind.route}/examine/${row.id}`,
      print: (row) => printOf(kind, [row.id]),
      touches: CACHES,
    }),
    stateAct(execStates(kind.path), 'revoke', calls.revoke, {
      input: ({ id }, reason) => ({ id, reason }),
      touches: CACHES,
    }),
    callAct(calls.copy, {
      label: '复制',
      prompt: (row) => `确定复制${of.label}${numberOf(row)}为新的草稿吗？`,
      input: ({ id }) => ({ id }),
      success: '复制成功，已生成新的草稿',
    }),
  ]
  const batch: readonly Act<readonly Listed[]>[] = [
    act({
      label: '打印',
      permission: calls.print,
      run: (rows) =>
        goTo(
          printOf(
            kind,
            rows.map((row) => row.id),
          ),
        ),
    }),
  ]
  return {
    ...screens,
    numberOf,
    actions,
    batch,
    listed: [
      number,
      ...screens.head.filter((name) => !screens.unlisted?.includes(name)),
      'lineCount',
      ...times,
      'auditStatus',
      'execStatus',
      ...ifThere('sapSync'),
      'makerName',
      'auditBy',
      'createTime',
    ],
    sections: [
      {
        title: '单据',
        fields: [
          ...head,
          ...ifThere('notifyWay'),
          ...(screens.told ?? []),
          ...ifThere('reason'),
          'makerName',
          'auditBy',
          'auditTime',
          'opinion',
          'revokeReason',
          ...ifThere('sapSync', 'sapDescription'),
          'remark',
          'files',
        ],
      },
      LINES,
    ],
    printedHead: [...head, ...ifThere('reason'), 'auditStatus'],
  }
}

type PriceUi = ReturnType<typeof priceUi>

/** The list of a kind. */
export function PriceList({ ui }: { ui: PriceUi }) {
  const { of, kind, states, calls } = ui
  return (
    <ListPage
      of={of}
      calls={calls}
      show={ui.listed}
      {...(ui.columns === undefined ? {} : { columns: ui.columns })}
      {...(ui.filters === undefined ? {} : { filters: ui.filters })}
      dated="生效时间"
      pages={{
        create: `${kind.route}/add`,
        edit: (row) => `${kind.route}/edit/${row.id}`,
        see: (row) => pageOf(kind, row.id),
      }}
      actions={ui.actions}
      editable={editableIn(states)}
      deletable={deletableIn(states)}
      deletePrompt={(row) => `确定删除${of.label}${ui.numberOf(row)}吗？`}
      batch={ui.batch}
      importing={{ bizType: of.name, title: of.label, permission: calls.importSheet.permission }}
    />
  )
}

/** 新增, 编辑 of a kind. */
export function PriceForm({ ui }: { ui: PriceUi }) {
  const { id } = useParams()
  const { groups, Lines, initial, ...form } = ui.form
  return (
    <DocumentForm
      of={ui.of}
      calls={ui.calls}
      id={id === undefined ? null : Number(id)}
      groups={[...groups, LINES, { title: '其他', fields: ['remark', 'files'] }]}
      inputs={{ lines: { Input: Lines } }}
      {...(id === undefined && initial !== undefined ? { initial } : {})}
      {...form}
      back={ui.kind.route}
    />
  )
}

/** 详情 and 审核 of a kind. */
export function PricePage({ ui }: { ui: PriceUi }) {
  const { id } = useParams()
  return (
    <DocumentPage
      of={ui.of}
      states={ui.states}
      calls={ui.calls}
      id={Number(id)}
      sections={ui.sections}
      ifAny={{
        revokeReason: (row) => row.revokeReason !== '',
        sapDescription: (row) => row.sapDescription !== '',
        ...Object.fromEntries((ui.told ?? []).map((name) => [name, isUndecided])),
      }}
      name={ui.numberOf}
      states2={(row) => [EXEC_STATES.find((one) => one.value === row.execStatus)]}
      actions={ui.actions}
      edit={(row) => `${ui.kind.route}/edit/${row.id}`}
      back={ui.kind.route}
      notice={(row) => <Late row={row} />}
      touches={CACHES}
    />
  )
}

/** 打印 of a kind: the document of the address, or those of ?ids=. */
export function PricePrint({ ui }: { ui: PriceUi }) {
  const { id } = useParams()
  return (
    <DocumentPrint
      of={ui.of}
      call={ui.calls.print}
      {...(id === undefined || id === '0' ? {} : { ids: id })}
      title={ui.kind.sheet}
      head={ui.printedHead}
      lines={{ name: 'lines', columns: [...SKU, ...ui.printed] }}
      signs={['制单', '审核', '盖章']}
      {...(ui.isConfirmed === true ? { foot: () => <Confirmation /> } : {})}
    />
  )
}

/** A kind on the page of an approval task. */
export function PriceTask({ ui, businessId }: TaskFormProps & { ui: PriceUi }) {
  return <DocumentTask<Row> of={ui.of} info={ui.calls.info} sections={ui.sections} id={businessId} />
}

const isUndecided = ({ auditStatus }: Row): boolean =>
  auditStatus === -1 || auditStatus === 0 || auditStatus === 3

/** What a person must know before they decide. */
function Late({ row }: { row: Row }) {
  return isUndecided(row) && row.effectTime * 1000 <= Date.now() ? (
    <p className="p-warning">生效时间已过，将立即生效</p>
  ) : null
}

function Confirmation() {
  return (
    <div className="p-confirm">
      <strong>客户确认</strong>
      <span>签字（盖章）：</span>
      <span>日期：　　　　年　　月　　日</span>
    </div>
  )
}
