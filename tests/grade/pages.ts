import { page } from '#kit/shared/pages.ts'

export default [page('sample.grade', '品质等级', '/sample/grade', () => import('./grade.master.ts'))]
