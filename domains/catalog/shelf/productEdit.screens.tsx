import type { OutWireOf } from '#kit/shared/call.ts'
import { documentScreens } from '#kit/web/document/documentScreens.tsx'
import { Table } from '#kit/web/Table.tsx'
import { TOUCHED } from '../product/touched.ts'
import { EXEC_STATES } from './document.states.ts'
import { EditLines } from './EditLines.tsx'
import { itemField } from './editItems.ts'
import { execActs } from './execActs.ts'
import { ItemValue } from './ItemValue.tsx'
import { ProductName } from './ProductName.tsx'
import { editCalls, editDocument, editExec } from './productEdit.document.ts'
import '../product/product.css'

type EditInfo = OutWireOf<typeof editCalls.info>

const SHOW = [
  'editTitle',
  'productCount',
  'itemCount',
  'effectTime',
  'auditStatus',
  'execStatus',
  'submitBy',
  'createTime',
]
const SECTIONS = [
  {
    title: '修改信息',
    fields: [
      'editNo',
      'editTitle',
      'effectTime',
      'submitBy',
      'submitTime',
      'auditBy',
      'auditTime',
      'execTime',
      'reason',
      'remark',
      'files',
    ],
  },
  { title: '修改明细', fields: ['lines'] },
]

const GROUPS = [
  { title: '修改信息', fields: ['editTitle', 'effectTime', 'reason', 'remark', 'files'] },
  {
    title: '修改明细',
    note: '审核通过并到生效时间后执行；原值与当时不一致的商品不修改，同一商品的修改项同时生效或都不生效。',
    fields: ['lines'],
  },
]

const HEAD = ['editNo', 'editTitle', 'productCount', 'itemCount', 'effectTime', 'reason']
const LINES = {
  name: 'lines',
  columns: ['productCode', 'productName', 'suk', 'field', 'oldText', 'newText', 'result'],
}

/** 修改项 / 原值 / 新值; pictures as pictures. */
function EditTable({ lines }: { lines: EditInfo['lines'] }) {
  const rows = lines.map((line, index) => ({ ...line, key: index }))
  return (
    <Table
      rowKey="key"
      pages={20}
      scroll={{ x: 760 }}
      dataSource={rows}
      columns={[
        { title: '商品', width: 220, render: (_, line) => <ProductName of={line} /> },
        { title: '修改项', width: 110, render: (_, line) => itemField(line.field).label },
        {
          title: '原值',
          render: (_, line) => <ItemValue item={line.field} text={line.oldValue} shown={line.oldText} />,
        },
        {
          title: '新值',
          render: (_, line) => <ItemValue item={line.field} text={line.newValue} shown={line.newText} />,
        },
        { title: '执行结果', width: 170, render: (_, line) => line.result || '—' },
      ]}
    />
  )
}

/** 商品资料修改. Catalog §3.4. */
const READS = ['execStatus'] as const

export default documentScreens(editDocument, {
  sections: SECTIONS,
  cells: { lines: { cell: (row) => <EditTable lines={row.lines} /> } },
  reads: READS,
  actions: execActs(editExec, editCalls),
  touches: TOUCHED,
  list: {
    subject: { name: 'editTitle', code: 'editNo' },
    show: SHOW,
    columns: { submitBy: { title: '申请人', width: 110 } },
  },
  form: { groups: GROUPS, inputs: { lines: { Input: EditLines } } },
  page: { states: (row) => [EXEC_STATES.find((one) => one.value === row.execStatus)] },
  print: { title: '商品资料修改单', head: HEAD, lines: LINES, signs: ['制单', '审核'] },
})
