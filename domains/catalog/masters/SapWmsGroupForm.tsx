import { FormPage } from '#kit/web/form/FormPage.tsx'
import { sapWmsGroupMaster } from './masters.calls.ts'
import { sapWmsGroup } from './sapWmsGroup.entity.ts'
import { useFormRoute } from './useFormRoute.ts'

const GROUPS = [
  { title: '分组', fields: ['groupCode', 'groupName', 'sapMatGroup', 'status'] },
  {
    title: '存放与出库',
    fields: ['tempZone', 'putawaySection', 'outRule', 'pickOrder', 'maxStack', 'mixBatch'],
  },
]

/** 新增, 编辑, 查看 SAP仓储分组. Catalog §2.2. */
export default function SapWmsGroupForm() {
  return (
    <FormPage
      {...useFormRoute()}
      of={sapWmsGroup}
      calls={sapWmsGroupMaster.calls}
      groups={GROUPS}
      back="/storerepo/sapWmsGroup"
    />
  )
}
