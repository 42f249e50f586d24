import { Button } from 'antd'
import { CallError } from './request.ts'
import { toastNotice } from './toast.ts'

/** Says what was done and offers to take it back, as long as the remark stands. Screens §5. */
export function toastUndo(text: string, undo: () => Promise<unknown>): void {
  const back = async () => {
    close()
    try {
      await undo()
    } catch (error) {
      // The refusal has been shown.
      if (!(error instanceof CallError)) throw error
    }
  }
  const close = toastNotice(
    <>
      {text}{' '}
      <Button type="link" className="k-link" onClick={() => void back()}>
        撤销
      </Button>
    </>,
  )
}
