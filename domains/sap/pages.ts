import { type Page, page } from '#kit/shared/pages.ts'

/** What goes to SAP and how far it came. */
const pages: readonly Page[] = [page('sapQueue', 'SAP队列', '/sapQueue', () => import('./SapQueue.tsx'), { icon: 'CloudServerOutlined', sort: 300 })]

export default pages
