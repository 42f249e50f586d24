import { Modal } from 'antd'
import { ref } from '#kit/fields/shared.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { copyText } from '#kit/web/confirm.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { ArticlePreview } from './ArticlePreview.tsx'
import { articleCalls } from './article.calls.ts'
import { article } from './article.entity.ts'

const READS = ['link'] as const
type Row = RowSeen<typeof articleCalls.list, typeof READS>

const PAGE = '/content/articleCreat'
const PREVIEW_WIDTH = 600
const SHOW = ['title', 'cid', 'author', 'visit', 'isHot', 'status', 'sort', 'updateTime']
const FILTERS = [fieldFilter('cid', article.shape.cid)]
const PAGES = { create: PAGE, edit: (row: Row) => `${PAGE}/${row.id}` }

/** The product whose page the article leads to; it is chosen as its room lets products be chosen. */
const BINDING = { productId: ref('关联商品', 'product', { help: '文章页展示该商品；不选则不展示' }) }

const ACTS: readonly Act<Row>[] = [
  act({
    label: '关联商品',
    permission: articleCalls.bind,
    run: (row) =>
      void openForm({
        of: article,
        calls: { info: articleCalls.info, update: articleCalls.bind },
        shape: BINDING,
        id: row.id,
        title: '关联商品',
      }),
  }),
  act({ label: '预览', run: (row) => void openPreview(row.id) }),
  act({
    label: '复制链接',
    off: (row) => (row.link === '' ? '请先在基础配置中填写网站地址' : null),
    run: (row) => copyText(row.link),
  }),
]

function openPreview(id: number): Promise<null> {
  return openDialog<null>((close) => (
    <Modal
      open
      title="预览"
      width={PREVIEW_WIDTH}
      mask={{ closable: false }}
      footer={null}
      onCancel={() => close(null)}
    >
      <ArticlePreview id={id} />
    </Modal>
  ))
}

/** 文章管理. Platform §9.1. */
export default function ArticleManager() {
  return (
    <ListPage
      reads={READS}
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
