import { useParams } from 'react-router'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { toastInfo } from '#kit/web/toast.ts'
import { articleCalls } from './article.calls.ts'
import { article } from './article.entity.ts'

const GROUPS = [
  {
    title: '基本信息',
    fields: ['title', 'author', 'cid', 'publishTime', 'imageInput', 'synopsis', 'url'],
  },
  { title: '分享', fields: ['shareTitle', 'shareSynopsis'] },
  { title: '展示', fields: ['sort', 'isBanner', 'isHot', 'status'] },
  { title: '文章内容', fields: ['content'] },
]

function tellHeld(answer: unknown): void {
  if (typeof answer === 'object' && answer !== null && 'isHeld' in answer && answer.isHeld === true)
    toastInfo('内容含敏感词，审核放行后显示')
}

/** 新增文章, 编辑文章. Platform §9.1. */
export default function ArticleForm() {
  const { id } = useParams()
  return (
    <FormPage
      of={article}
      calls={articleCalls}
      id={id === undefined ? null : Number(id)}
      groups={GROUPS}
      told={tellHeld}
      back="/content/articleManager"
    />
  )
}
