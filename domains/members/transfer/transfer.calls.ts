import { binary } from '#kit/shared/binary.ts'
import { get, post, taskAnswer } from '#kit/shared/call.ts'
import { importInput } from '#kit/shared/importInput.ts'

/** Users out of a sheet. Members §15. */
export const userImportCall = post('/admin/user/import', {
  title: '导入用户',
  multipart: true,
  input: importInput,
  answer: taskAnswer,
  business: 6,
})

export const userTemplate = get('/admin/user/import/template', { title: '用户导入模板', answer: binary })
