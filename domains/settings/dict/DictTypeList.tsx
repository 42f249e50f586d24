import { LONG_PAGE_SIZES } from '#kit/shared/pager.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { dictTypeCalls } from '../dict.calls.ts'
import { dictType } from '../dict.entity.ts'
import { dataPage } from './dict.addresses.ts'

const READS = ['dictType', 'isSystem'] as const
type Row = RowSeen<typeof dictTypeCalls.list, typeof READS>

const SHOW = ['dictName', 'groupId', 'isSystem', 'status', 'remark', 'createTime']
const COLUMNS = {
  id: { title: '字典编号', width: 100 },
  dictName: { width: 200 },
  groupId: { width: 100 },
  remark: { width: 120 },
}
const FORM = {
  inputs: {
    dictType: {
      help: '小写字母、数字和下划线',
      disabled: ({ isSystem }: WireRow) => isSystem === 1,
    },
  },
}
const PAGES = { see: (row: Row) => dataPage(row.id) }

/** 字典类型. Platform §8.1. */
export default function DictTypeList() {
  return (
    <ListPage
      reads={READS}
      of={dictType}
      calls={dictTypeCalls}
      show={SHOW}
      columns={COLUMNS}
      form={FORM}
      pages={PAGES}
      noDelete={(row) => (row.isSystem === 1 ? '系统内置字典不能删除' : null)}
      sizes={LONG_PAGE_SIZES}
    />
  )
}
