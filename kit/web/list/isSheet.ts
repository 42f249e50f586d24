import { toastError } from '#kit/web/toast.ts'

const MAX_MB = 20
const MB = 1024 * 1024

/** Whether a chosen file may be a sheet that is read, by its name and size; said when it may not. Platform §5.4. */
export function isSheet({ name, size }: File): boolean {
  const isNamed = /\.(xlsx|csv)$/i.test(name)
  const fits = size <= MAX_MB * MB
  if (!isNamed) toastError('文件格式不正确, 请上传xlsx/csv格式文件!')
  else if (!fits) toastError(`上传文件大小不能超过 ${MAX_MB} MB!`)
  return isNamed && fits
}
