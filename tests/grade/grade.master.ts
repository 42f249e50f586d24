import { flag, int, text } from '#kit/fields/shared.ts'
import { declareMaster } from '#kit/shared/declareMaster.ts'
import { entity } from '#kit/shared/entity.ts'

const grade = entity(
  'sampleGrade',
  '品质等级',
  {
    gradeCode: text('等级代码', { max: 8, required: true, unique: true, search: true }),
    gradeName: text('等级名称', { max: 20, required: true, search: true }),
    sort: int('排序', { initial: 0 }),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'], filter: true }),
  },
  { title: 'gradeName' },
)

export default declareMaster(grade, {
  path: '/admin/sample/grade',
  menu: 'sample.grade',
  importing: { key: 'gradeCode', examples: { gradeCode: 'A', gradeName: '优等' } },
})
