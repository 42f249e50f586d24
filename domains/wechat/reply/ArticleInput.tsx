import { Button, Image, Space } from 'antd'
import { pickArticle } from '#domains/settings/settings.pickers.tsx'
import { ariaOf, type InputProps } from '#kit/web/fieldUi.ts'

const isArticle = (value: unknown): value is { articleData: { title: string; imageInput: string } } =>
  typeof value === 'object' && value !== null && 'articleData' in value

/** The article of a reply, chosen in the article picker. Platform §11.2. */
export function ArticleInput(props: InputProps) {
  const { id, value, disabled, onChange } = props
  const choose = async () => {
    const article = await pickArticle()
    if (article === null) return
    const { id: articleId, title, imageInput } = article
    onChange({ articleId, articleData: { title, imageInput } })
  }
  return (
    <Space wrap>
      {isArticle(value) && (
        <>
          {value.articleData.imageInput !== '' && (
            <Image src={value.articleData.imageInput} alt={value.articleData.title} width={72} />
          )}
          <span>{value.articleData.title}</span>
        </>
      )}
      <Button {...ariaOf(props)} id={id} disabled={disabled} onClick={() => void choose()}>
        {isArticle(value) ? '更换图文' : '选择图文'}
      </Button>
    </Space>
  )
}
