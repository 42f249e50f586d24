import { useState } from 'react'
import LinesInput from '#kit/fields/lines/web.tsx'
import { Dialog } from '#kit/web/Dialog.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { rowsOf } from '#kit/web/lines/line.ts'
import { ruleLineShape } from './evaluation.entity.ts'

interface BandsDialogProps {
  title: string
  value: unknown
  onClose(bands: readonly WireRow[] | null): void
}

/** The bands of one dimension in a dialog. */
export default function BandsDialog({ title, value, onClose }: BandsDialogProps) {
  const [bands, setBands] = useState<readonly WireRow[]>(rowsOf(value))
  return (
    <Dialog
      width={640}
      title={title}
      okText="确定"
      cancelText="取消"
      onOk={() => onClose(bands)}
      onCancel={() => onClose(null)}
    >
      <p className="k-hint">数值大于等于“从”、小于“到”时得该分；首段的“从”和末段的“到”可留空，表示不限。</p>
      <LinesInput
        field={ruleLineShape.bands}
        value={bands}
        path="bands"
        addLabel="新增一段"
        onChange={(rows) => setBands(rowsOf(rows))}
      />
    </Dialog>
  )
}
