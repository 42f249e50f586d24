import { useState } from 'react'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { toastError, toastInfo } from '#kit/web/toast.ts'
import type { ImageChoice } from '#kit/web/upload/uploads.ts'
import { refusedChoice } from './choice.ts'
import { Library } from './Library.tsx'
import type { Item } from './libraryActs.tsx'

const WIDTH = 950

/** Chooses pictures out of the library, in the order of choice; null when the person gave up. Platform §5.1, §9.2. */
export async function pickImages(choice: ImageChoice): Promise<readonly { url: string }[] | null> {
  const items = await openDialog<readonly Item[] | null>((close) => (
    <ImageDialog choice={choice} onClose={close} />
  ))
  if (items === null) toastInfo('已取消')
  return items?.map((item) => ({ url: item.attDir })) ?? null
}

interface ImageDialogProps {
  choice: ImageChoice
  onClose(items: readonly Item[] | null): void
}

function ImageDialog({ choice, onClose }: ImageDialogProps) {
  const [chosen, setChosen] = useState<readonly Item[]>([])
  const give = () => {
    const refusal = refusedChoice(chosen.length, choice)
    if (refusal === null) onClose(chosen)
    else toastError(refusal)
  }
  return (
    <Dialog
      title="上传图片"
      width={WIDTH}
      okText="使用选中图片"
      cancelText="取消"
      onOk={give}
      onCancel={() => onClose(null)}
    >
      <Library chosen={chosen} onChoose={setChosen} />
    </Dialog>
  )
}
