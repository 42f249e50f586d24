import { PageTabs } from '#kit/web/PageTabs.tsx'
import { PictureList } from './PictureList.tsx'
import { PictureLogs } from './PictureLogs.tsx'
import { pictureCalls } from './pictures.calls.ts'

const TABS = [
  { key: 'list', label: '商品图片', call: pictureCalls.list, page: <PictureList /> },
  { key: 'log', label: '导入日志', call: pictureCalls.logs, page: <PictureLogs /> },
]

/** 商品图片: which pictures products lack, imports and their log. Catalog §3.6. */
export default function Pictures() {
  return <PageTabs tabs={TABS} />
}
