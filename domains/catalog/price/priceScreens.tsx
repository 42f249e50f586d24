import type { Call } from '#kit/shared/call.ts'
import type { DocumentScreens } from '#kit/shared/documentPages.ts'
import { formatTime } from '#kit/shared/time.ts'
import { type Act, callAct, stateAct } from '#kit/web/actions.tsx'
import type { DocumentInfo } from '#kit/web/document/DocumentPage.tsx'
import type { ById, DocumentRow } from '#kit/web/document/documentActs.tsx'
import { documentScreens, printMany, type ScreenDocument } from '#kit/web/document/documentScreens.tsx'
import { type InputProps, textOf, type WireRow } from '#kit/web/fieldUi.ts'
import type { FormPageProps } from '#kit/web/form/FormPage.tsx'
import type { ColumnSettingsOf } from '#kit/web/list/columnsOf.tsx'
import type { ListFilter } from '#kit/web/list/Filters.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { EXEC_STATES, execStates } from './priceDocument.ts'
import '../product/product.css'

/** What info and print answer of a price document. */
type Seen = DocumentRow & { execStatus: number | null; effectTime: number }
type Listed = Seen & WireRow
type Row = Listed & DocumentInfo

interface PriceCalls {
  revoke: Call<unknown, { id?: number; reason?: string }, unknown, unknown>
  copy: ById<{ id: number }>
  importSheet: Call
}

/** What a kind of price document shows beyond what all of them do. Catalog §4.2. */
export interface PriceScreens {
  /** what its print is called */
  sheet: string
  /** its own fields of the head, behind number and before time, in the order of lists, pages and prints; first its title */
  head: readonly string[]
  /** those of them that pages and prints show and lists do not */
  unlisted?: readonly string[]
  /** what info tells of it besides its fields, while it is undecided */
  told?: readonly string[]
  columns?: ColumnSettingsOf<Seen>
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

/** The screens of a kind of price document. Catalog §4.2. */
export function priceScreens(
  document: ScreenDocument<Listed, Row> & { calls: PriceCalls },
  { head: own, ...screens }: PriceScreens,
): DocumentScreens {
  const { of, calls } = document
  const number = of.facts.title
  const numberOf = (row: Seen) => textOf(Reflect.get(row, number))
  const ifThere = (...names: string[]) => names.filter((name) => name in of.all)
  const times = ifThere('effectTime', 'expireTime')
  const head = [number, ...own, ...times]
  const { unlisted = [], told = [], form } = screens
  const { groups, Lines, ...rules } = form
  const actions: readonly Act<Seen>[] = [
    stateAct(execStates(calls), 'revoke', calls.revoke, {
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
  return documentScreens<Listed, Row, keyof Seen>(document, {
    reads: ['execStatus', 'effectTime'],
    sections: [
      {
        title: '单据',
        fields: [
          ...head,
          ...ifThere('notifyWay'),
          ...told,
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
    ifAny: {
      revokeReason: (row) => row.revokeReason !== '',
      sapDescription: (row) => row.sapDescription !== '',
      ...Object.fromEntries(told.map((name) => [name, isUndecided])),
    },
    actions,
    touches: CACHES,
    list: {
      subject: { name: own[0] ?? number, code: number },
      show: [
        ...own.filter((name) => !unlisted.includes(name)),
        'lineCount',
        ...times,
        'auditStatus',
        'execStatus',
        'makerName',
      ],
      ...(screens.columns && { columns: screens.columns }),
      ...(screens.filters && { filters: screens.filters }),
      dated: '生效时间',
      deletePrompt: (row) => `确定删除${of.label}${numberOf(row)}吗？`,
      batch: [printMany(document)],
      importing: { bizType: of.name, title: of.label, permission: calls.importSheet.permission },
    },
    form: {
      groups: [...groups, LINES, { title: '其他', fields: ['remark', 'files'] }],
      inputs: { lines: { Input: Lines } },
      ...rules,
    },
    page: {
      figures: (row) => [
        { label: '商品数', value: textOf(row.lineCount) },
        { label: '生效时间', value: formatTime(row.effectTime, browserZone) },
      ],
      states: (row) => [EXEC_STATES.find((one) => one.value === row.execStatus)],
      notice: (row) => <Late row={row} />,
    },
    print: {
      title: screens.sheet,
      head: [...head, ...ifThere('reason'), 'auditStatus'],
      lines: { name: 'lines', columns: [...SKU, ...screens.printed] },
      signs: ['制单', '审核', '盖章'],
      ...(screens.isConfirmed === true && { foot: () => <Confirmation /> }),
    },
  })
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
