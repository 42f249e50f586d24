import { Button } from 'antd'
import type { OutWireOf } from '#kit/shared/call.ts'
import { confirm } from '#kit/web/confirm.tsx'
import { textOf } from '#kit/web/fieldUi.ts'
import { openPicker, type PickerFacts, type PickerWish } from '#kit/web/picker/PickerModal.tsx'
import { mayCall } from '#kit/web/session.ts'
import { change } from '#kit/web/useCall.ts'
import { CategorySelect } from '../CategorySelect.tsx'
import { articleCalls } from './article.calls.ts'
import { ARTICLE_CATEGORY, article } from './article.entity.ts'

export type PickedArticle = OutWireOf<typeof articleCalls.list>['list'][number]

const articles: PickerFacts<PickedArticle> = {
  title: '选择文章',
  untitled: true,
  width: 860,
  call: articleCalls.list,
  columns: [
    'id',
    'imageInput',
    'title',
    'visit',
    'updateTime',
    { title: '操作', width: 80, render: (row, forget) => <Remove row={row} onRemoved={forget} /> },
  ],
  searched: '标题、作者、文章简介',
  empty: '请选择文章',
  made: { title: '文章', page: '/content/articleManager' },
  label: (row) => row.title,
  side: (input, set) => (
    <div style={{ width: 200 }}>
      <CategorySelect
        field={{ ...article.shape.cid, required: false }}
        type={ARTICLE_CATEGORY}
        placeholder="全部分类"
        value={textOf(input.cid)}
        onChange={(cid) => set({ cid: textOf(cid) })}
      />
    </div>
  ),
}

/** Chooses an article; null when the person gave up. Platform §5.1, specification 1 §2.4. */
export async function pickArticle(
  wish: Omit<PickerWish<PickedArticle>, 'multiple' | 'limit'> = {},
): Promise<PickedArticle | null> {
  const [chosen] = (await openPicker(articles, wish)) ?? []
  return chosen ?? null
}

function Remove({ row, onRemoved }: { row: PickedArticle; onRemoved(): void }) {
  if (!mayCall(articleCalls.remove)) return null
  const remove = async () => {
    if (!(await confirm('确定删除当前数据', { danger: true }))) return
    try {
      await change(articleCalls.remove, { id: row.id }, { success: '删除数据成功' })
      onRemoved()
    } catch {
      // The refusal has been shown; the article stays.
    }
  }
  return (
    <Button type="link" className="k-link" danger onClick={() => void remove()}>
      删除
    </Button>
  )
}
