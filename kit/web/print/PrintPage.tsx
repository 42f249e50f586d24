import { PrinterOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useTab } from '#kit/web/tab.ts'

/** Size of a sheet in mm, with the margin inside of it. */
export interface Paper {
  width: number
  height: number
  margin: number
}

export const A4: Paper = { width: 210, height: 297, margin: 12 }

interface PrintPageProps {
  title: string
  /** one element per sheet; undefined while they are loaded */
  sheets: readonly ReactNode[] | undefined
  error?: unknown
  onRetry?: () => void
  paper?: Paper
  /** beside 打印 */
  buttons?: ReactNode
}

/** Sheets as they will lie on paper; the browser prints them, also into a PDF. Frame §5. */
export function PrintPage({ title, sheets, error, onRetry, paper = A4, buttons }: PrintPageProps) {
  const { setTitle } = useTab()
  useEffect(() => setTitle(title), [setTitle, title])
  if (error !== undefined && error !== null)
    return <ErrorState error={error} {...(onRetry ? { onRetry } : {})} />
  if (sheets === undefined) return <Loading rows={12} />
  if (sheets.length === 0) return <Empty text="没有可打印的内容" />
  const { width, height, margin } = paper
  return (
    <div>
      {/* The paper is that of this page only, hence a rule that goes away with it. */}
      <style>{`@page { size: ${width}mm ${height}mm; margin: 0 }`}</style>
      <Space wrap className="k-print-bar">
        <Button type="primary" icon={<PrinterOutlined />} onClick={() => window.print()}>
          打印
        </Button>
        {buttons}
        <span className="k-hint">共 {sheets.length} 张，打印窗口中可另存为 PDF</span>
      </Space>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the sheets are scrolled sideways. */}
      <section className="k-print" aria-label="打印内容" tabIndex={0}>
        {sheets.map((sheet, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: sheets never change their order.
            key={index}
            className="k-sheet"
            style={{ width: `${width}mm`, minHeight: `${height}mm`, padding: `${margin}mm` }}
          >
            {sheet}
          </div>
        ))}
      </section>
    </div>
  )
}
