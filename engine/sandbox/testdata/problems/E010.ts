circuit('Top', {})
return
