import { FormPage } from '#kit/web/form/FormPage.tsx'
import { brand } from './brand.entity.ts'
import { brandMaster } from './masters.calls.ts'
import { useFormRoute } from './useFormRoute.ts'

const GROUPS = [
  {
    title: '基本信息',
    fields: ['logo', 'brandName', 'brandEn', 'brandCode', 'ownerCompany', 'cateIds'],
  },
  {
    title: '授权',
    note: '授权期限两端都算在内；结束留空表示长期有效。',
    fields: ['authStart', 'authEnd', 'authFile'],
  },
  { title: '展示', fields: ['sort', 'isShow', 'status'] },
  { title: '品牌故事', fields: ['storyHtml'] },
]

/** 新增品牌, 编辑品牌, 查看品牌. Catalog §2.2. */
export default function BrandForm() {
  return (
    <FormPage
      {...useFormRoute()}
      of={brand}
      calls={brandMaster.calls}
      groups={GROUPS}
      back="/storerepo/brand"
    />
  )
}
