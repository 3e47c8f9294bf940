"""What is kept in the user's state folder: the database, its migrations, its file for elsewhere."""
