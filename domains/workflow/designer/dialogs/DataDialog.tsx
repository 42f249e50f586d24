import { CopyOutlined } from '@ant-design/icons'
import { Button, Tabs } from 'antd'
import { copyText } from '#kit/web/confirm.tsx'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { writeJson } from '../../model/json.ts'
import type { Process } from '../../model/types.ts'
import { writeXml } from '../../model/xml.ts'
import './dialogs.css'

const WIDTH = 760
const INDENT = 2

/** 查看数据: the definition as json and as xml, each to be copied. Workflow §2.1. */
export function showData(process: Process): Promise<void> {
  // Nothing is drawn yet: there is nothing to look at and nothing to copy.
  const empty = process.nodes.length === 0
  const texts = {
    json: empty ? '' : writeJson(process, INDENT),
    xml: empty ? '' : writeXml(process),
  }
  return openDialog<void>((close) => <DataDialog texts={texts} onClose={() => close()} />)
}

interface DataDialogProps {
  texts: { json: string; xml: string }
  onClose(): void
}

function DataDialog({ texts, onClose }: DataDialogProps) {
  return (
    <Dialog
      title="查看数据"
      width={WIDTH}
      footer={<Button onClick={onClose}>关闭</Button>}
      onCancel={onClose}
    >
      <Tabs
        items={[
          { key: 'json', label: 'json', children: <DataText text={texts.json} /> },
          { key: 'xml', label: 'xml', children: <DataText text={texts.xml} /> },
        ]}
      />
    </Dialog>
  )
}

function DataText({ text }: { text: string }) {
  return (
    <>
      <div className="wf-copy">
        <Button icon={<CopyOutlined />} onClick={() => void copyText(text)}>
          复制
        </Button>
      </div>
      {text === '' ? (
        <Empty text="画布上没有内容" />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <pre className="k-code wf-data" tabIndex={0}>
          {text}
        </pre>
      )}
    </>
  )
}
