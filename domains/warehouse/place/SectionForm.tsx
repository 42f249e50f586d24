import { useParams } from 'react-router'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { sectionCalls } from './section.calls.ts'
import { section } from './section.entity.ts'

/** 新增库区, 编辑库区. Warehouse §4.2. */
export default function SectionForm() {
  const { id } = useParams()
  return (
    <FormPage
      id={id === undefined ? null : Number(id)}
      of={section}
      calls={sectionCalls}
      back="/wms/section"
    />
  )
}
