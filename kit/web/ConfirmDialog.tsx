import { Modal } from 'antd'
import type { ConfirmOptions } from './confirm.tsx'

interface ConfirmDialogProps extends ConfirmOptions {
  text: string
  onClose(agreed: boolean): void
}

/** The dialog of `confirm`. */
export default function ConfirmDialog({ text, danger = false, onClose }: ConfirmDialogProps) {
  return (
    <Modal
      open
      width={416}
      title="系统提示"
      mask={{ closable: false }}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ danger, autoFocus: true }}
      onOk={() => onClose(true)}
      onCancel={() => onClose(false)}
    >
      {text}
    </Modal>
  )
}
