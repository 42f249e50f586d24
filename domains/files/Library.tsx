import {
  AppstoreOutlined,
  DeleteOutlined,
  DragOutlined,
  MoreOutlined,
  SearchOutlined,
  UnorderedListOutlined,
  UploadOutlined,
} from '@ant-design/icons'
import { Button, Dropdown, Image, Input, Progress, Segmented, Space, Tabs } from 'antd'
import { type ClipboardEvent, type DragEvent, useMemo, useRef, useState } from 'react'
import { ALL_PICTURES } from '#domains/settings/settings.shared.ts'
import { debounce, sizeText } from '#kit/shared/text.ts'
import { formatTime } from '#kit/shared/time.ts'
import { type Act, Acts, act, perform } from '#kit/web/actions.tsx'
import { Pager } from '#kit/web/list/Pager.tsx'
import { invalidate } from '#kit/web/query.ts'
import { mayCall } from '#kit/web/session.ts'
import { PageLink } from '#kit/web/shell/PageLink.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { acceptOf, mayUpload, tooMany, uploadFiles } from '#kit/web/upload/uploads.ts'
import { useCall } from '#kit/web/useCall.ts'
import { attachmentInfo, listAttachments } from './attachment.calls.ts'
import { Folders } from './Folders.tsx'
import './library.css'
import { attachmentPage, type Item, itemActs, moveItems, removeItems } from './libraryActs.tsx'

const LIBRARY = '/admin/system/attachment'
const KINDS = [
  { key: 'image', label: '图片', types: 'jpg,jpeg,png,gif,bmp,ico' },
  { key: 'video', label: '视频', types: 'mp4' },
] as const
const SEARCH_MS = 300
const FIRST_PAGE = { page: 1, limit: 20 }

interface LibraryProps {
  /** in the order of choice */
  chosen: readonly Item[]
  onChoose(chosen: readonly Item[]): void
  /** a page of its own rather than a dialog */
  page?: boolean
}

/** The image library: folders, pictures and films, upload, and what can be done with them. Platform §9.2. */
export function Library({ chosen, onChoose, page = false }: LibraryProps) {
  const [folder, setFolder] = useState(ALL_PICTURES)
  const [kind, setKind] = useState<string>(KINDS[0].key)
  const [keywords, setKeywords] = useState('')
  const [asList, setAsList] = useState(false)
  const [paging, setPaging] = useState(FIRST_PAGE)
  const search = useMemo(
    () =>
      debounce((words: string) => {
        setKeywords(words.trim())
        setPaging(FIRST_PAGE)
      }, SEARCH_MS),
    [],
  )
  const attType = KINDS.find((one) => one.key === kind)?.types ?? ''
  const input = { ...paging, pid: folder, attType, keywords }
  const query = useCall(listAttachments, input, { keep: true, quiet: true })
  const sending = useSending(folder)
  const items = query.data?.list ?? []
  const toggle = (item: Item) =>
    onChoose(
      chosen.some((one) => one.id === item.id)
        ? chosen.filter((one) => one.id !== item.id)
        : [...chosen, item],
    )
  const forget = (gone: readonly Item[]) =>
    onChoose(chosen.filter((one) => !gone.some((item) => item.id === one.id)))

  return (
    <div
      className={`f-library${page ? ' f-page' : ''}${sending.over ? ' f-over' : ''}`}
      // Focused, so that a pasted picture arrives here.
      tabIndex={-1}
      {...sending.handlers}
    >
      <Folders
        value={folder}
        onChange={(next) => {
          setFolder(next)
          setPaging(FIRST_PAGE)
        }}
      />
      <section className="f-files" aria-label="素材">
        <Tabs
          size="small"
          activeKey={kind}
          items={KINDS.map(({ key, label }) => ({ key, label }))}
          onChange={(next) => {
            setKind(next)
            setPaging(FIRST_PAGE)
          }}
        />
        <div className="f-bar">
          {sending.button}
          <Input
            allowClear
            prefix={<SearchOutlined aria-hidden />}
            placeholder="搜索名称"
            aria-label="搜索名称"
            maxLength={100}
            onChange={(event) => search(event.target.value)}
          />
          <Segmented
            aria-label="显示方式"
            value={asList ? 'list' : 'grid'}
            options={[
              { value: 'grid', icon: <AppstoreOutlined aria-label="平铺" />, title: '平铺' },
              { value: 'list', icon: <UnorderedListOutlined aria-label="列表" />, title: '列表' },
            ]}
            onChange={(way) => setAsList(way === 'list')}
          />
          {chosen.length > 0 && (
            <>
              <Acts acts={batchActs(forget)} target={chosen} />
              <span className="k-chosen" role="status">
                已选 {chosen.length} 项
                <Button type="link" size="small" onClick={() => onChoose([])}>
                  清空
                </Button>
              </span>
            </>
          )}
        </div>
        {sending.percent !== null && <Progress percent={sending.percent} aria-label="上传进度" />}
        {query.isPending ? (
          <Loading />
        ) : query.data === undefined ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : items.length === 0 ? (
          <Empty
            text={
              keywords !== ''
                ? '没有匹配的素材'
                : mayUpload()
                  ? '这里还没有素材，可点击上传、拖入或粘贴文件'
                  : '这里还没有素材'
            }
          >
            {keywords === '' && sending.button}
          </Empty>
        ) : asList ? (
          <Listed items={items} page={page} chosen={chosen} onChoose={onChoose} onGone={forget} />
        ) : (
          <ul className="f-grid">
            {items.map((item) => (
              <Tile
                key={item.id}
                item={item}
                number={chosen.findIndex((one) => one.id === item.id) + 1}
                page={page}
                onToggle={() => toggle(item)}
                onGone={forget}
              />
            ))}
          </ul>
        )}
        {query.data !== undefined && query.data.total > 0 && (
          <Pager
            total={query.data.total}
            more={query.data.more ?? false}
            state={{
              ...paging,
              set: (next) => setPaging((now) => ({ page: next.page ?? 1, limit: next.limit ?? now.limit })),
            }}
          />
        )}
      </section>
    </div>
  )
}

/** Sends files into a folder: by the button, by dropping, by pasting. */
function useSending(folder: number) {
  const input = useRef<HTMLInputElement>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const [over, setOver] = useState(false)
  const allowed = mayUpload()
  const send = async (files: readonly File[]) => {
    setOver(false)
    if (!allowed || files.length === 0 || tooMany(files.length)) return
    setPercent(0)
    await uploadFiles(files, 'library', { onProgress: setPercent, pid: folder })
    setPercent(null)
    await invalidate(LIBRARY)
  }
  const hold = (event: DragEvent, now: boolean) => {
    if (!allowed || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(now)
  }
  const button = allowed ? (
    <>
      <Button
        type="primary"
        icon={<UploadOutlined />}
        loading={percent !== null}
        onClick={() => input.current?.click()}
      >
        上传
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="上传素材"
        accept={acceptOf('library')}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          void send(files)
        }}
      />
    </>
  ) : null
  return {
    percent,
    over,
    button,
    handlers: {
      onDragOver: (event: DragEvent) => hold(event, true),
      onDragLeave: (event: DragEvent) => hold(event, false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        void send([...event.dataTransfer.files])
      },
      onPaste: (event: ClipboardEvent) => void send([...event.clipboardData.files]),
    },
  }
}

function batchActs(onGone: (gone: readonly Item[]) => void): Act<readonly Item[]>[] {
  return [
    act({
      label: '移动至',
      icon: <DragOutlined />,
      permission: moveItems.permission,
      run: (items) => moveItems.run(items),
    }),
    act({
      label: '删除',
      icon: <DeleteOutlined />,
      danger: true,
      permission: removeItems.permission,
      run: async (items) => {
        if (await removeItems.run(items)) onGone(items)
      },
    }),
  ]
}

interface TileProps {
  item: Item
  /** its place in the choice; 0: not chosen */
  number: number
  page: boolean
  onToggle(): void
  onGone(gone: readonly Item[]): void
}

function Tile({ item, number, page, onToggle, onGone }: TileProps) {
  const acts = itemActs(onGone, page).filter((one) => one.may(item))
  return (
    <li className="f-tile">
      <button
        type="button"
        className="f-choose"
        aria-pressed={number > 0}
        title={item.name}
        onClick={onToggle}
      >
        {item.attType === 'video/mp4' ? (
          // biome-ignore lint/a11y/useMediaCaption: product films come without captions.
          <video src={item.attDir} preload="metadata" />
        ) : (
          <img src={item.sattDir} alt="" loading="lazy" />
        )}
        <span className="f-name">{item.name}</span>
      </button>
      {number > 0 && (
        <span className="f-number" role="img" aria-label={`第${number}个选中`}>
          {number}
        </span>
      )}
      <Dropdown
        trigger={['click']}
        menu={{
          items: acts.map((one) => ({
            key: one.key,
            label: one.label,
            danger: one.danger ?? false,
            onClick: () => void perform(one, item),
          })),
        }}
      >
        <Button
          className="f-more"
          type="text"
          size="small"
          icon={<MoreOutlined />}
          aria-label={`${item.name}的更多操作`}
        />
      </Dropdown>
    </li>
  )
}

interface ListedProps {
  items: readonly Item[]
  page: boolean
  chosen: readonly Item[]
  onChoose(chosen: readonly Item[]): void
  onGone(gone: readonly Item[]): void
}

function Listed({ items, page, chosen, onChoose, onGone }: ListedProps) {
  const here = new Set(items.map((item) => item.id))
  return (
    <Table<Item>
      dataSource={[...items]}
      scroll={{ x: 820 }}
      rowSelection={{
        selectedRowKeys: chosen.map((item) => item.id),
        onChange: (_keys, rows) => {
          // The order of choice stays; what is new comes behind.
          const kept = chosen.filter((one) => !here.has(one.id) || rows.some((row) => row.id === one.id))
          onChoose([...kept, ...rows.filter((row) => !kept.some((one) => one.id === row.id))])
        },
      }}
      columns={[
        {
          title: '预览',
          key: 'preview',
          width: 64,
          render: (_, item) =>
            item.attType === 'video/mp4' ? (
              '视频'
            ) : (
              <Image
                src={item.sattDir}
                preview={{ src: item.attDir }}
                alt={item.name}
                width={36}
                height={36}
              />
            ),
        },
        {
          title: '名称',
          key: 'name',
          width: 220,
          ellipsis: true,
          render: (_, { id, name }) =>
            page && mayCall(attachmentInfo) ? <PageLink to={attachmentPage(id)}>{name}</PageLink> : name,
        },
        { title: '大小', key: 'size', width: 90, render: (_, item) => sizeText(item.attSize) },
        {
          title: '尺寸',
          key: 'measure',
          width: 110,
          render: (_, item) => (item.width ? `${item.width} × ${item.height}` : '—'),
        },
        { title: '上传人', dataIndex: 'createName', width: 100 },
        {
          title: '上传时间',
          key: 'time',
          width: 150,
          render: (_, item) => formatTime(item.createTime, browserZone),
        },
        {
          title: '操作',
          key: 'acts',
          width: 180,
          render: (_, item) => (
            <Space>
              <Acts acts={itemActs(onGone, page)} target={item} link />
            </Space>
          ),
        },
      ]}
    />
  )
}
