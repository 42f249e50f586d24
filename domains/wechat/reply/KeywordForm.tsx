import { useEffect } from 'react'
import { useParams } from 'react-router'
import { useRow } from '#kit/web/form/useRow.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useTab } from '#kit/web/tab.ts'
import { KEYWORDS_PAGE } from '../wechat.addresses.ts'
import { ReplyEditor } from './ReplyEditor.tsx'
import { replyCalls } from './reply.calls.ts'

/** 新增关键字回复, 编辑关键字回复. Platform §11.2. */
export default function KeywordForm() {
  const { id: given } = useParams()
  const id = given === undefined ? null : Number(given)
  const { row, loading, error, reading, reload } = useRow(replyCalls.info, id)
  const { setTitle } = useTab()
  const title = id === null ? '新增关键字回复' : '编辑关键字回复'
  useEffect(() => setTitle(title), [setTitle, title])
  if (loading) return <Loading rows={8} />
  if (error !== null) return <ErrorState error={error} onRetry={() => void reload()} />
  return (
    <ReplyEditor
      key={reading}
      row={row === undefined || id === null ? null : { ...row, id }}
      fixed={null}
      asked="关键字"
      back={KEYWORDS_PAGE}
      onReload={() => void reload()}
    />
  )
}
