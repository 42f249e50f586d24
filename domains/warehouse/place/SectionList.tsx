import { ListPage } from '#kit/web/list/ListPage.tsx'
import { sectionCalls } from './section.calls.ts'
import { section } from './section.entity.ts'

const FORM = '/wms/addSection'

/** 库区管理. Warehouse §4.2. */
export default function SectionList() {
  return (
    <ListPage
      of={section}
      calls={sectionCalls}
      dated=""
      pages={{ create: FORM, edit: (row) => `${FORM}/${row.id}` }}
      empty="还没有库区。新增仓库时会自动建立系统库区"
    />
  )
}
