import { Modal, type ModalProps } from 'antd'
import { useIsPhone } from './useScreen.ts'

interface DialogProps extends Omit<ModalProps, 'open' | 'mask' | 'width' | 'className'> {
  /** pixels on a desk; a phone gives it the whole screen */
  width: number
}

/** A dialog as all are: a click outside does not close it. Platform §4.6. */
export function Dialog({ width, ...rest }: DialogProps) {
  const phone = useIsPhone()
  return (
    <Modal
      open
      width={phone ? '100%' : width}
      {...(phone ? { className: 'k-full-modal' } : {})}
      mask={{ closable: false }}
      {...rest}
    />
  )
}
