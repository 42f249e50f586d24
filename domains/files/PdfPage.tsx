import {
  DownloadOutlined,
  LeftOutlined,
  PrinterOutlined,
  RightOutlined,
  RotateRightOutlined,
} from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, InputNumber, Select, Space } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { request, sessionHeaders } from '#kit/web/request.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useTab } from '#kit/web/tab.ts'
import { saveBlob } from '#kit/web/transfer.ts'
import { attachmentInfo } from './attachment.calls.ts'
import './pdf.css'

const FOREIGN = '不支持的文件地址'
const WIDTH = 'width'
const ZOOMS = [
  { value: WIDTH, label: '适合宽度' },
  ...[50, 75, 100, 125, 150, 200, 300].map((percent) => ({ value: String(percent), label: `${percent}%` })),
]
const QUARTER = 90

/** The bytes behind an address of this server or the id of an attachment. */
async function readPdf(given: string): Promise<{ blob: Blob; name: string }> {
  const stored = /^\d+$/.test(given)
    ? await request(attachmentInfo, { id: Number(given) }, { quiet: true })
    : null
  const url = URL.parse(stored?.attDir ?? given, location.origin)
  if (given === '' || url === null || url.origin !== location.origin) throw new Error(FOREIGN)
  const answer = await fetch(url, { headers: sessionHeaders() })
  const blob = await answer.blob()
  const begin = await blob.slice(0, 5).text()
  if (!answer.ok || begin !== '%PDF-') throw new Error(answer.ok ? '文件不是PDF' : '文件不存在')
  return { blob: new Blob([blob], { type: 'application/pdf' }), name: stored?.name ?? '' }
}

/** /pdf: a file as the browser draws it, with page, zoom, turn, print and download. Platform §5.5. */
export default function PdfPage() {
  const [params] = useSearchParams()
  const given = params.get('url') ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: ['pdf', given],
    queryFn: () => readPdf(given),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const name = params.get('name') || data?.name || 'PDF预览'
  const { setTitle } = useTab()
  useEffect(() => setTitle(name), [setTitle, name])
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  return data === undefined ? <Loading rows={8} /> : <Viewer blob={data.blob} name={name} />
}

function Viewer({ blob, name }: { blob: Blob; name: string }) {
  const [address, setAddress] = useState('')
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState(WIDTH)
  const [turn, setTurn] = useState(0)
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  const place = `#toolbar=0&page=${page}&${zoom === WIDTH ? 'view=FitH' : `zoom=${zoom}`}`
  const drawn = navigator.pdfViewerEnabled
  return (
    <div className="pdf">
      <Space wrap className="pdf-bar">
        <Space.Compact>
          <Button
            icon={<LeftOutlined />}
            aria-label="上一页"
            disabled={page === 1}
            onClick={() => setPage(page - 1)}
          />
          <InputNumber
            min={1}
            max={9999}
            precision={0}
            controls={false}
            value={page}
            aria-label="页码"
            style={{ width: 64 }}
            onChange={(next) => setPage(next ?? 1)}
          />
          <Button icon={<RightOutlined />} aria-label="下一页" onClick={() => setPage(page + 1)} />
        </Space.Compact>
        <Select
          value={zoom}
          options={ZOOMS}
          aria-label="缩放"
          style={{ width: 110 }}
          onChange={(next) => setZoom(next)}
        />
        <Button icon={<RotateRightOutlined />} onClick={() => setTurn((turn + QUARTER) % 360)}>
          旋转
        </Button>
        <Button icon={<PrinterOutlined />} onClick={() => frame.current?.contentWindow?.print()}>
          打印
        </Button>
        <Button icon={<DownloadOutlined />} onClick={() => saveBlob(blob, fileNameOf(name))}>
          下载
        </Button>
      </Space>
      <div className="pdf-sheet" data-turn={turn}>
        {!drawn && <Empty text="此浏览器不能直接显示PDF，请下载后查看" />}
        {drawn && address !== '' && (
          // Drawn anew for each place: the browser's viewer reads the place only when it starts.
          <iframe ref={frame} key={place} title={name} src={`${address}${place}`} />
        )}
      </div>
    </div>
  )
}

const fileNameOf = (name: string): string => (/\.pdf$/i.test(name) ? name : `${name}.pdf`)
