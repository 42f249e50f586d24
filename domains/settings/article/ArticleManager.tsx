import { Modal } from 'antd'
import type { OutWireOf } from '#kit/shared/call.ts'
import { act } from '#kit/web/actions.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { fieldFilter } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { toastSuccess } from '#kit/web/toast.ts'
import { ArticlePreview } from './ArticlePreview.tsx'
import { articleCalls } from './article.calls.ts'
import { article } from './article.entity.ts'

type Row = OutWireOf<typeof articleCalls.list>['list'][number]

const PAGE = '/content/articleCreat'
const PREVIEW_WIDTH = 600
const SHOW = [
  'id',
  'imageInput',
  'title',
  'cid',
  'author',
  'visit',
  'isHot',
  'isBanner',
  'status',
  'sort',
  'updateTime',
]
const FILTERS = [fieldFilter('cid', article.shape.cid)]
const PAGES = { create: PAGE, edit: (row: Row) => `${PAGE}/${row.id}` }

const ACTS = [
  act<Row>({ label: '预览', run: (row) => void openPreview(row.id) }),
  act<Row>({
    label: '复制链接',
    off: (row) => (row.link === '' ? '请先在基础配置中填写网站地址' : null),
    run: async (row) => {
      await navigator.clipboard.writeText(row.link)
      toastSuccess('复制成功')
    },
  }),
]

function openPreview(id: number): Promise<null> {
  return openDialog<null>((close) => (
    <Modal open title="预览" width={PREVIEW_WIDTH} footer={null} onCancel={() => close(null)}>
      <ArticlePreview id={id} />
    </Modal>
  ))
}

/** 文章管理. Platform §9.1. */
export default function ArticleManager() {
  return (
    <ListPage<Row>
      of={article}
      calls={articleCalls}
      show={SHOW}
      filters={FILTERS}
      dated=""
      pages={PAGES}
      actions={ACTS}
    />
  )
}
